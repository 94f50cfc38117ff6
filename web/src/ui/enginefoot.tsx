// The engine: its switch, how deep it is, and its lines.
import { OFFLINE } from "../api";
import { change, MOST_LINES, settings, shown } from "../state/app";
import { lines, running, scoreText, searched, threat } from "../state/engine";
import { Trouble } from "./trouble";
import { t } from "../texts";

interface Props {
  onPlay(uci: string): void;
  threats?: boolean; // whether it can be asked for them
}

export function EngineFoot({ onPlay, threats = false }: Props) {
  const on = settings.value.engine;
  const depth = lines.value[0]?.depth;
  const name = on && /^(?!The )\S+/.exec(running.value)?.[0]; // "Stockfish", of its full name
  return (
    <section class="foot engines" aria-label={t("Engine lines")}>
      <h3>
        <label class="switch">
          <input
            type="checkbox"
            class="toggle"
            aria-label={t("Engine")}
            checked={on}
            onChange={(e) => change({ engine: e.currentTarget.checked })}
          />
          <span title={running.value}>{name || t("Engine")}</span>
        </label>
        {on && running.value === OFFLINE && <Trouble text={running.value} />}
        {on && running.value !== OFFLINE && (
          <span class="quiet">{depth ? t("depth {depth}", { depth }) : ""}</span>
        )}
        {on && threats && (
          <button
            class="chip threat"
            aria-pressed={threat.value}
            title={t("What the other side would play (x)")}
            onClick={() => (threat.value = !threat.value)}
          >
            {t("Threat")}
          </button>
        )}
        {on && <LineCount />}
      </h3>
      {on && (
        <ol class="engine">
          {lines.value.map((line, i) => (
            <li key={i}>
              <button onClick={() => line.uci[0] && onPlay(line.uci[0])}>
                <b>{scoreText(line.score)}</b>
                <span class="pv">{numbered(searched.value, line.san.map(shown))}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

// "Nf6 4. Bg5 Be7", from the third move of White on.
function numbered(fen: string, moves: readonly string[]): string {
  const [, turn, , , , number] = fen.split(" ");
  const first = 2 * (Number(number ?? 1) - 1) + (turn === "b" ? 1 : 0);
  return moves
    .map((move, i) => ((first + i) % 2 === 0 ? `${(first + i) / 2 + 1}. ${move}` : move))
    .join(" ");
}

function LineCount() {
  const n = settings.value.lines;
  const to = (lines: number) => change({ lines: Math.min(MOST_LINES, Math.max(1, lines)) });
  return (
    <span class="count quiet">
      <button class="icon" aria-label={t("Fewer lines")} disabled={n <= 1} onClick={() => to(n - 1)}>
        −
      </button>
      {n} <span class="word">{n === 1 ? "line" : "lines"}</span>
      <button
        class="icon"
        aria-label={t("More lines")}
        disabled={n >= MOST_LINES}
        onClick={() => to(n + 1)}
      >
        +
      </button>
    </span>
  );
}
