// The board with what belongs to it: whose turn it is, the evaluation, and the
// box that takes typed moves.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Board, type Side } from "../board/board";
import type { Marks } from "../board/marks";
import { usePieces } from "../board/pieces";
import { core } from "../core";
import { fail, say, settings, shown, typed } from "../state/app";
import { evaluation } from "../state/engine";
import { look, side } from "../state/position";
import type { Move } from "../types";
import { Modal } from "./dialogs";
import { Icon } from "./icons";

interface Props {
  // Whose pieces can be moved: one side's, those of whoever is to move, nobody's.
  input: Side | "turn" | null;
  onMove(move: Move): void;
  marks?: Marks;
  evalBar?: boolean;
}

const PIECES: Record<string, string> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

function on(fen: string, square: string): string {
  const row = fen.split(" ")[0]!.split("/")[8 - Number(square[1])]!;
  let file = 0;
  for (const c of row) {
    if (/\d/.test(c)) file += Number(c);
    else if (file++ === square.charCodeAt(0) - 97)
      return `${square} ${c === c.toLowerCase() ? "black" : "white"} ${PIECES[c.toLowerCase()]}`;
  }
  return `${square} empty`;
}

export function BoardPane({ input, onMove, marks, evalBar = true }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const [choices, setChoices] = useState<Move[]>([]);
  const at = look.value;
  const live = useRef({ at, onMove });
  live.current = { at, onMove };

  useLayoutEffect(usePieces, []);
  // before the next frame: a hand may be faster than what comes after it
  useLayoutEffect(() => {
    const made = new Board(
      host.current!,
      {
        targets: (from) => [
          ...new Set(live.current.at.moves.filter((m) => m.from === from).flatMap((m) => (m.rook ? [m.to, m.rook] : [m.to]))),
        ],
        moved(from, to) {
          const found = live.current.at.moves.filter((m) => m.from === from && (m.to === to || m.rook === to));
          if (found.length > 1) setChoices(found);
          else if (found[0]) live.current.onMove(found[0]);
        },
        describe: (square) => on(live.current.at.fen, square),
        say,
      },
      at.fen,
      side.value,
    );
    board.current = made;
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => board.current?.turn(side.value), [side.value]);
  useLayoutEffect(() => {
    board.current?.set(at.fen);
    setChoices([]);
  }, [at.fen]);
  useLayoutEffect(() => {
    const turn: Side = at.turn === "white" ? "w" : "b";
    const over = at.moves.length === 0;
    board.current?.input(over || input === null ? null : input === "turn" ? turn : input === turn ? turn : null);
  }, [at.fen, input]);
  useLayoutEffect(() => {
    board.current?.mark({ last: [], error: [], arrows: [], ...marks, check: at.king ? [at.king] : [] });
  }, [at.fen, marks]);

  const label = `Chess board, ${at.turn} to move${at.check ? ", in check" : ""}. Enter walks over the squares.`;
  return (
    <section class="boardpane" aria-label="Board">
      <div class="boardrow">
        {evalBar && <EvalBar />}
        <div class="boardhost" ref={host} aria-label={label} data-fen={at.fen} data-side={side.value} data-input={input ?? ""} />
        {choices.length > 0 && (
          <Promotion
            choices={choices}
            onChoose={(move) => {
              setChoices([]);
              onMove(move);
            }}
            onClose={() => setChoices([])}
          />
        )}
      </div>
      <div class="underboard">
        <Turn />
        <SanBox enabled={input !== null} onMove={onMove} />
        <button class="icon" title="Turn the board (f)" aria-label="Turn the board" onClick={() => (side.value = side.value === "w" ? "b" : "w")}>
          <Icon name="turn" />
        </button>
      </div>
    </section>
  );
}

function Turn() {
  const { turn, outcome, sentence, check } = look.value;
  return (
    <div class={`turn ${turn}`} role="status">
      <span class="disc" aria-hidden="true" />
      {outcome !== "ongoing" ? sentence : `${turn === "white" ? "White" : "Black"} to move${check ? ", in check" : ""}`}
    </div>
  );
}

const NAMES: Record<string, string> = { q: "Queen", r: "Rook", b: "Bishop", n: "Knight" };

function Promotion({ choices, onChoose, onClose }: { choices: Move[]; onChoose(m: Move): void; onClose(): void }) {
  return (
    <Modal title="Promote to" onClose={onClose}>
      <div class="buttons promotion">
        {choices.map((m, i) => (
          <button key={m.uci} autoFocus={i === 0} onClick={() => onChoose(m)}>
            <svg viewBox="0 0 40 40" aria-hidden="true">
              <use href={`#${look.value.turn === "white" ? "w" : "b"}${m.promotion ?? "k"}`} />
            </svg>
            {m.promotion ? NAMES[m.promotion] : m.san}
          </button>
        ))}
      </div>
    </Modal>
  );
}

function EvalBar() {
  const now = evaluation.value;
  if (!settings.value.engine) return null;
  const share = now ? now.share : 0.5;
  return (
    <div class={`evalbar ${side.value}`} role="meter" aria-label="Evaluation" aria-valuemin={0} aria-valuemax={1} aria-valuenow={share} aria-valuetext={now?.text ?? "none"}>
      <div class="white" style={{ height: `${share * 100}%` }} />
      <span>{now?.short}</span>
    </div>
  );
}

// Takes a move as people write it, or a whole position or line.
function SanBox({ enabled, onMove }: { enabled: boolean; onMove(m: Move): void }) {
  const box = useRef<HTMLInputElement>(null);
  const at = look.value;
  return (
    <form
      class="san"
      onSubmit={(event) => {
        event.preventDefault();
        const field = box.current!;
        if (!field.value.trim()) return;
        try {
          const { uci } = core().play(at.fen, typed(field.value.trim()));
          const move = at.moves.find((m) => m.uci === uci);
          if (move) onMove(move);
          field.value = "";
        } catch (error) {
          fail(error);
          field.select();
        }
      }}
    >
      <input
        ref={box}
        id="san"
        list="san-moves"
        placeholder="Move ( / )"
        aria-label="Type a move"
        autocomplete="off"
        spellcheck={false}
        disabled={!enabled}
      />
      <datalist id="san-moves">
        {enabled && at.moves.map((m) => <option key={m.uci} value={shown(m.san)} />)}
      </datalist>
    </form>
  );
}
