// Setting a position up: pieces from a palette, whose move it is, castling, en passant.
// It is a FEN that may be wrong for as long as it is worked at; the core says what is.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { picture, placed } from "../board/picture";
import { core } from "../core";
import { say } from "../state/app";
import * as viewed from "../state/game";
import * as position from "../state/position";
import { note, noted } from "../state/storage";
import { Icon } from "./icons";
import { TextField } from "./textfield";
import { Undo } from "./undo";
import { t } from "../texts";

const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const PIECES = [..."KQRBNPkqrbnp"];
const NAMES: Record<string, string> = {
  k: t("king"), q: t("queen"), r: t("rook"), b: t("bishop"), n: t("knight"), p: t("pawn"),
};
const CASTLING: readonly [letter: string, title: string][] = [
  ["K", t("White O-O")], ["Q", t("White O-O-O")], ["k", t("Black O-O")], ["q", t("Black O-O-O")],
];

// The positions so far, and which of them is on the board; null: nothing is set up.
interface Work {
  fens: readonly string[];
  at: number;
}
export const work = signal<Work | null>(null);
const tool = signal("hand"); // a piece, "hand" or "bin"

const kept = noted<Work>("setup");
if (Array.isArray(kept.fens) && kept.fens.length > 0 && kept.fens.every((f) => typeof f === "string" && placed(f)))
  work.value = { fens: kept.fens as string[], at: Math.min(kept.fens.length - 1, Math.max(0, Number(kept.at) || 0)) };
work.subscribe((now) => note("setup", now));

export const setUp = (fen: string) => void (work.value = { fens: [fen], at: 0 });
const leave = () => void (work.value = null);
const now = () => work.value!.fens[work.value!.at]!;
const MOST = 200; // that can be taken back

// The parts of a FEN, and one with some of them changed.  Castling that the pieces do not
// allow any more goes, and so does an en passant square.
function change(parts: Partial<Record<"board" | "turn" | "castling" | "ep", string>>): void {
  const [board = "", turn = "w", castling = "-", ep = "-"] = now().split(" ");
  const then = { board, turn, castling, ep, ...parts };
  then.castling = [...then.castling].filter((c) => c !== "-" && can(then.board, then.turn, c, "-")).join("") || "-";
  if (then.ep !== "-" && !can(then.board, then.turn, "-", then.ep)) then.ep = "-";
  to([then.board, then.turn, then.castling, then.ep, 0, 1].join(" "));
}

function to(fen: string): void {
  const { fens, at } = work.value!;
  if (fen === fens[at]) return;
  const before = fens.slice(Math.max(0, at + 1 - MOST), at + 1);
  work.value = { fens: [...before, fen], at: before.length };
}

const step = (by: 1 | -1) => void (work.value = { ...work.value!, at: work.value!.at + by });

function fault(fen: string): string {
  try {
    core().look(fen);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

// What the pieces allow: asked with nothing else claimed, so that what is wrong with the
// rest decides nothing.
function can(board: string, turn: string, castling: string, ep: string): boolean {
  const plain = fault([board, turn, "-", "-", 0, 1].join(" "));
  return fault([board, turn, castling, ep, 0, 1].join(" ")) === plain;
}

// Other castling is for those who bring it with a FEN.
function usual(board: string, turn: string, castling: string): boolean {
  try {
    return !core().look([board, turn, castling, "-", 0, 1].join(" ")).chess960;
  } catch {
    return false;
  }
}

// Empty squares in a row are written as their number.
function written(squares: readonly string[]): string {
  const rows = Array.from({ length: 8 }, (_, r) => squares.slice(8 * r, 8 * r + 8));
  return rows.map((row) => row.map((p) => p || " ").join("").replace(/ +/g, (gap) => String(gap.length))).join("/");
}

function put(changes: Record<number, string>): void {
  const squares = placed(now())!;
  for (const [i, piece] of Object.entries(changes)) squares[Number(i)] = piece;
  change({ board: written(squares) });
}

const nameOf = (i: number) => `${"abcdefgh"[i % 8]}${8 - (i >> 3)}`;
const said = (piece: string) =>
  piece ? `${piece === piece.toLowerCase() ? t("black") : t("white")} ${NAMES[piece.toLowerCase()]}` : t("empty");
const Piece = ({ piece }: { piece: string }) => (
  <svg viewBox="0 0 40 40" aria-hidden="true">
    <use href={`#${piece === piece.toLowerCase() ? "b" : "w"}${piece.toLowerCase()}`} />
  </svg>
);

// A piece on its way, from a square or from the palette.
interface Drag {
  piece: string;
  from: number | null;
  x: number;
  y: number;
}

export function Setup() {
  const fen = now();
  const [drag, setDrag] = useState<Drag | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const black = position.side.value === "b";
  // the square of the FEN at a place of the page
  const squareAt = (x: number, y: number): number | null => {
    const box = grid.current!.getBoundingClientRect();
    const [file, row] = [Math.floor(((x - box.left) * 8) / box.width), Math.floor(((y - box.top) * 8) / box.height)];
    if (file < 0 || file > 7 || row < 0 || row > 7) return null;
    return black ? 63 - (8 * row + file) : 8 * row + file;
  };
  useEffect(() => {
    if (!drag) return undefined;
    const { piece, from } = drag;
    const move = (e: PointerEvent) => setDrag({ piece, from, x: e.clientX, y: e.clientY });
    const up = (e: PointerEvent) => {
      setDrag(null);
      const at = squareAt(e.clientX, e.clientY);
      // off the board a piece is gone; one of the palette has been nowhere
      if (at !== null && at !== from) put({ ...(from === null ? {} : { [from]: "" }), [at]: piece });
      else if (at === null && from !== null) put({ [from]: "" });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    return () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
    };
  }, [drag?.piece, drag?.from]);
  const press = (e: PointerEvent) => {
    const i = squareAt(e.clientX, e.clientY);
    if (i === null || e.button > 2) return;
    const there = placed(fen)![i]!;
    if (e.button === 2 || tool.value === "bin") put({ [i]: "" });
    else if (tool.value !== "hand") put({ [i]: there === tool.value ? "" : tool.value });
    else if (there) setDrag({ piece: there, from: i, x: e.clientX, y: e.clientY });
  };
  const wrong = fault(fen);
  return (
    <div class="rep analysis setting">
      <section class="boardpane" aria-label={t("Board")}>
        <div class="strip far" />
        <div class="boardrow">
          <div class="evalbar off" aria-hidden="true" />
          <div class="boardpicture" data-setup={fen}>
            <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture(fen, position.side.value) ?? "" }} />
            <div
              class="squares"
              role="group"
              aria-label={t("Squares")}
              ref={grid}
              onPointerDown={press}
              onContextMenu={(e) => e.preventDefault()}
            >
              <Squares fen={fen} black={black} hidden={drag?.from ?? null} />
            </div>
          </div>
        </div>
        <div class="strip" />
        <div class="steps" role="group" aria-label={t("Walk")}>
          <Undo
            can={[work.value!.at > 0, work.value!.at + 1 < work.value!.fens.length]}
            undo={() => step(-1)}
            redo={() => step(1)}
          />
          <button
            class="icon"
            title={t("Turn the board (f)")}
            aria-label={t("Turn the board")}
            onClick={() => (position.side.value = black ? "w" : "b")}
          >
            <Icon name="turn" />
          </button>
        </div>
      </section>
      <section class="panel card setup" aria-label={t("Set up a position")}>
        <div class="body">
          <div>
            <h2>{t("Set up a position")}</h2>
            <Palette onDrag={(piece, x, y) => setDrag({ piece, from: null, x, y })} />
            <Rest fen={fen} />
            <p role="status" class={wrong ? "error" : "quiet"}>
              {wrong || t("This position can be played.")}
            </p>
            <p class="buttons">
              <button class="primary" disabled={wrong !== ""} onClick={use}>
                {t("Use this position")}
              </button>
              <button onClick={leave}>{t("Cancel")}</button>
            </p>
          </div>
        </div>
      </section>
      {drag && (
        <div class="carried" style={{ left: `${drag.x}px`, top: `${drag.y}px` }}>
          <Piece piece={drag.piece} />
        </div>
      )}
    </div>
  );
}

function use(): void {
  const { fen } = core().look(now());
  viewed.begin(fen);
  leave();
}

// The squares for hands and keyboards: one of them is in the way of Tab, the arrows walk,
// a letter puts a piece, a capital one White's.
function Squares({ fen, black, hidden }: { fen: string; black: boolean; hidden: number | null }) {
  const [at, setAt] = useState(28 + 8); // e4
  const all = placed(fen)!;
  const order = all.map((_, i) => (black ? 63 - i : i));
  const key = (e: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[e.key];
    const place = order.indexOf(at) + (by ?? 0);
    if (by && place >= 0 && place < 64 && (Math.abs(by) === 8 || place >> 3 === order.indexOf(at) >> 3)) {
      const next = order[place]!;
      setAt(next);
      document.getElementById(`square-${nameOf(next)}`)?.focus();
    } else if (PIECES.includes(e.key)) put({ [at]: e.key });
    else if (["Delete", "Backspace"].includes(e.key)) put({ [at]: "" });
    else if (["Enter", " "].includes(e.key)) put({ [at]: tool.value.length > 1 || all[at] === tool.value ? "" : tool.value });
    else if (!by) return;
    if (!by) say(`${nameOf(at)} ${said(placed(now())![at]!)}`);
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <>
      {order.map((i) => (
        <button
          key={i}
          id={`square-${nameOf(i)}`}
          class={i === hidden ? "lifted" : undefined}
          tabIndex={i === at ? 0 : -1}
          aria-label={`${nameOf(i)} ${said(all[i]!)}`}
          onFocus={() => setAt(i)}
          onKeyDown={key}
        />
      ))}
    </>
  );
}

function Palette({ onDrag }: { onDrag(piece: string, x: number, y: number): void }) {
  const one = (id: string, title: string, what: preact.ComponentChildren) => (
    <label key={id} class="tool" title={title}>
      <input type="radio" name="tool" aria-label={title} checked={tool.value === id} onChange={() => (tool.value = id)} />
      {what}
    </label>
  );
  const pieces = (list: readonly string[]) =>
    list.map((piece) => (
      <span
        key={piece}
        onPointerDown={(e) => {
          tool.value = piece;
          if (e.pointerType === "mouse" && e.button === 0) onDrag(piece, e.clientX, e.clientY);
        }}
      >
        {one(piece, said(piece), <Piece piece={piece} />)}
      </span>
    ));
  return (
    <div class="tools" role="radiogroup" aria-label={t("Pieces")}>
      {pieces(PIECES.slice(0, 6))}
      {one("hand", t("Move pieces"), <Icon name="hand" />)}
      {pieces(PIECES.slice(6))}
      {one("bin", t("Take pieces away"), <Icon name="bin" />)}
    </div>
  );
}

function Rest({ fen }: { fen: string }) {
  const [board = "", turn = "w", castling = "-", ep = "-"] = fen.split(" ");
  const [refused, setRefused] = useState("");
  const rank = turn === "w" ? 6 : 3;
  const squares = [..."abcdefgh"].map((file) => `${file}${rank}`).filter((s) => can(board, turn, "-", s));
  const paste = (text: string) => {
    const typed = text.trim();
    if (placed(typed)) {
      to(typed);
      setRefused("");
      return;
    }
    try {
      to(core().line(typed).fen);
      setRefused("");
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <div class="chips" role="group" aria-label={t("To move")}>
        {([["w", t("White to move")], ["b", t("Black to move")]] as const).map(([side, title]) => (
          <label key={side} class="chip">
            <input type="radio" name="turn" checked={turn === side} onChange={() => change({ turn: side })} />
            {title}
          </label>
        ))}
      </div>
      <div class="castling" role="group" aria-label={t("Castling")}>
        {CASTLING.map(([letter, title]) => {
          const has = castling.includes(letter);
          return (
            <label key={letter} class="switch">
              <input
                type="checkbox"
                checked={has}
                disabled={!has && !usual(board, turn, letter)}
                onChange={() =>
                  change({ castling: CASTLING.map(([c]) => c).filter((c) => (c === letter ? !has : castling.includes(c))).join("") || "-" })}
              />
              {title}
            </label>
          );
        })}
      </div>
      {squares.length > 0 && (
        <label class="field">
          {t("En passant")}
          <select value={ep} onChange={(e) => change({ ep: e.currentTarget.value })}>
            <option value="-">{t("none")}</option>
            {squares.map((s) => (
              <option key={s} value={s}>
                {s}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {t("FEN, or moves from the start")}
        <TextField value={fen} spellcheck={false} onChange={(e) => paste(e.currentTarget.value)} />
      </label>
      {refused && (
        <p class="error" role="alert">
          {refused}
        </p>
      )}
      <p class="buttons">
        <button onClick={() => to(position.START)}>{t("Start position")}</button>
        <button onClick={() => to(EMPTY)}>{t("Clear the board")}</button>
      </p>
    </>
  );
}
