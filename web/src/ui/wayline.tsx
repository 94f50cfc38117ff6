// The moves by which one came to the position on the board.
import { core } from "../core";
import { shown } from "../state/app";
import { follow, way } from "../state/position";
import { t } from "../texts";

export function WayLine() {
  const { from, moves } = way.value;
  if (moves.length === 0) return null;
  const [, turn, , , , number] = from.split(" ");
  const begin = (Number(number ?? 1) - 1) * 2 + (turn === "b" ? 1 : 0);
  const sans = core().sans(from, moves);
  const go = (i: number) => {
    const some = moves.slice(0, i + 1);
    let fen = from;
    for (const move of some) fen = core().play(fen, move).fen;
    follow({ fen, from, moves: some });
  };
  return (
    <div class="line card">
      <ol class="way" aria-label={t("The moves to this position")}>
        {sans.map((san, i) => {
          const ply = begin + i;
          const before = ply % 2 === 0 ? `${ply / 2 + 1}. ` : i === 0 ? `${(ply + 1) / 2}... ` : "";
          return (
            <li key={i}>
              <button
                class="link"
                aria-current={i === sans.length - 1 ? "true" : undefined}
                onClick={() => go(i)}
              >
                {before}
                {shown(san)}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
