// A line above and below the board: who plays there, what was played, whose turn it is.
import type { ComponentChildren } from "preact";
import { placed } from "../board/picture";
import type { Side } from "../board/board";
import { look } from "../state/position";
import { t } from "../texts";

export interface Player {
  name: string;
  rating?: string;
  clock?: string | null;
  said?: string; // "played 4. Bg5"
}

const ORDER = "qrbnp";
const WORTH: Record<string, number> = { q: 9, r: 5, b: 3, n: 3, p: 1, k: 0 };

// The pieces that one side has more of than the other, and what all of it is worth.
export function ahead(fen: string, side: Side): { pieces: string[]; worth: number } {
  const count = new Map<string, number>();
  let worth = 0;
  for (const piece of placed(fen) ?? []) {
    if (!piece) continue;
    const kind = piece.toLowerCase();
    const by = (piece === kind) === (side === "b") ? 1 : -1;
    count.set(kind, (count.get(kind) ?? 0) + by);
    worth += by * WORTH[kind]!;
  }
  const pieces = [...ORDER].flatMap((kind) =>
    Array<string>(Math.max(0, count.get(kind) ?? 0)).fill(kind));
  return { pieces, worth };
}

interface Props {
  side: Side;
  far: boolean; // above the board
  player: Player;
  children?: ComponentChildren; // at its right end
}

export function Strip({ side, far, player, children }: Props) {
  const { turn, outcome, sentence, check, fen } = look.value;
  const mine = turn === (side === "w" ? "white" : "black");
  const turns = outcome === "ongoing" ? (check ? t("to move, in check") : t("to move")) : sentence;
  const facts = [player.rating, player.said || (mine ? turns : "")].filter(Boolean);
  const { pieces, worth } = ahead(fen, side);
  return (
    <div class={far ? "strip far" : "strip"}>
      <span class={`disc ${side}`} aria-hidden="true" />
      <span class="who" role={mine ? "status" : undefined}>
        <b>{player.name}</b>{" "}
        <span class="quiet">{facts.join(" · ")}</span>
      </span>
      {pieces.length > 0 && (
        <span class="taken" title={t("Material")}>
          {pieces.map((kind, i) => (
            <svg key={i} viewBox="0 0 40 40" aria-hidden="true">
              <use href={`#${side === "w" ? "b" : "w"}${kind}`} />
            </svg>
          ))}
          {worth > 0 && `+${worth}`}
        </span>
      )}
      <span class="end">
        {player.clock && <span class="clock">{player.clock}</span>}
        {children}
      </span>
    </div>
  );
}
