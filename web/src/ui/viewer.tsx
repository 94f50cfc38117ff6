// A game: its moves with side lines, comments and glyphs, each changed where it stands;
// evaluation and clocks as curves.
import { computed, signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { core } from "../core";
import { resultText, settings, shown } from "../state/app";
import * as analysis from "../state/analysis";
import * as viewed from "../state/game";
import { askTables, verdictText } from "../state/tables";
import { Glyphs, MoreGlyphs, sign } from "./glyphs";
import { Icon } from "./icons";
import { CurvePlot } from "./plot";
import { Popover } from "./popover";
import type { Player } from "./strip";
import type { GameMove, Tables } from "../types";
import { t } from "../texts";
import "../styles/analysis.css";

// Whose comment is written: a move, -1 before the first, null nobody's.
export const writing = signal<number | null>(null);

// What endgame tables say of the position that a game ended with.
const ending = signal<Tables | null>(null);
askTables(ending, computed(() => {
  const last = viewed.main.value.at(-1);
  return last === undefined || viewed.game.value!.tree.result === "*" ? "" : viewed.fenAt(last);
}));

export function write(i: number): void {
  viewed.at.value = i;
  writing.value = i;
}

export function MoveTree() {
  const box = useRef<HTMLDivElement>(null);
  // on a phone the moves scroll, on a desk the card they are in
  useEffect(() => {
    follow(box.current);
    follow(box.current?.closest<HTMLElement>(".body") ?? null);
  }, [viewed.at.value]);
  // a field that is left open belongs to where one stood
  useEffect(() => {
    if (writing.value !== viewed.at.value) writing.value = null;
  }, [viewed.at.value]);
  const { result, first } = viewed.game.value!.tree;
  return (
    <div class="score" ref={box}>
      <Said of={-1} />
      {first === null && writing.value === null && (
        <p class="quiet">{t("Play a move, or paste a game, a FEN or moves anywhere on the page.")}</p>
      )}
      <Line from={-1} ply={viewed.startPly()} />
      {first !== null && result !== "*" && <b class="result">{resultText(result)}</b>}
      {ending.value && <EndOf found={ending.value} />}
    </div>
  );
}

function EndOf({ found }: { found: Tables }) {
  const turn = found.fen.split(" ")[1] === "w" ? t("White") : t("Black");
  return (
    <p class="quiet ending">
      {t("At the end, by endgame tables:")} {found.men}: {found.moves.length > 0 ? t("{turn} to move. ", { turn }) : ""}
      {verdictText(found)}
    </p>
  );
}

// Scrolls the moves, and only them: the board stays where it is.
export function follow(box: HTMLElement | null): void {
  const here = box?.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!box || !here) return;
  const seen = box.getBoundingClientRect();
  if (here.top < seen.top) box.scrollTop -= seen.top - here.top + 4;
  else if (here.bottom > seen.bottom) box.scrollTop += here.bottom - seen.bottom + 4;
}

// A line from a move on: its moves, each with what is said of it and the lines that
// leave it.
export function Line({ from, ply, first }: { from: number; ply: number; first?: number }) {
  const parts = [];
  let numbered = false;
  let i = first ?? viewed.after(from)[0];
  for (let before = from; i !== undefined; before = i, i = viewed.after(i)[0], ply++) {
    const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : numbered ? "" : `${(ply + 1) / 2}…`;
    numbered = true;
    parts.push(<One key={i} at={i} number={number} />);
    const remark = analysis.remarks.value.get(i);
    if (remark) {
      parts.push(<p key={`r${i}`} class="remark">{remark}</p>);
      numbered = false;
    }
    if (viewed.move(i)!.comment || writing.value === i) {
      parts.push(<Said key={`c${i}`} of={i} />);
      numbered = false;
    }
    if (before === from && first !== undefined) continue;
    for (const other of viewed.after(before).slice(1)) {
      parts.push(
        <div key={`v${other}`} class="variation">
          <Line from={before} ply={ply} first={other} />
        </div>,
      );
      numbered = false;
    }
  }
  return <>{parts}</>;
}

function One({ at, number }: { at: number; number: string }) {
  const move = viewed.move(at)!;
  const here = viewed.at.value === at;
  const short = settings.value.notation === "short" && (core().short(viewed.fenAt(move.parent), move.uci) || "·");
  return (
    <span class="one">
      {number && <span class="quiet">{number} </span>}
      <button
        class="link"
        aria-current={here ? "true" : undefined}
        onClick={() => (viewed.at.value = at)}
        onDblClick={() => viewed.game.value!.preview || write(at)}
      >
        {short || shown(move.san)}
        {move.nags.map(sign).join("")}
      </button>
    </span>
  );
}

// What is said of a move: words that a press makes a field.
function Said({ of }: { of: number }) {
  const { comment } = viewed.said(of);
  if (writing.value === of) return <Field of={of} text={comment} />;
  if (!comment) return null;
  if (viewed.game.value!.preview) return <span class="comment">{comment}</span>;
  return (
    <button class="comment" title={t("Change the comment")} onClick={() => write(of)}>
      {comment}
    </button>
  );
}

// Enter keeps it, Shift+Enter begins a line, Escape leaves it as it was.
function Field({ of, text }: { of: number; text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const left = useRef(false);
  useLayoutEffect(() => {
    const it = field.current!;
    it.value = text;
    it.focus();
    it.setSelectionRange(text.length, text.length);
  }, []);
  const end = (keep: boolean) => {
    if (left.current) return;
    left.current = true;
    const words = field.current!.value;
    writing.value = null;
    if (keep) viewed.setWords(of, words);
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <textarea
      ref={field}
      class="writing"
      rows={2}
      aria-label={of < 0 ? t("Comment before the first move") : t("Comment on {move}", { move: shown(viewed.move(of)!.san) })}
      placeholder={t("Enter keeps it, Esc leaves it as it was")}
      onBlur={() => end(true)}
      onKeyDown={(e) => {
        if (e.key === "Escape" || (e.key === "Enter" && !e.shiftKey)) {
          e.preventDefault();
          e.stopPropagation();
          end(e.key === "Enter");
        }
      }}
    />
  );
}

// What can be done with the move one stands on.
export function MoveBar() {
  const at = viewed.at.value;
  const move = viewed.move(at);
  const glyphs = {
    san: move ? shown(move.san) : "–",
    nags: move?.nags ?? [],
    usual: [1, 2, 3, 4, 5, 6, 10],
    disabled: !move,
    onChange: (nags: number[]) => viewed.setNags(at, nags),
  };
  return (
    <div class="movebar" role="group" aria-label={t("The move")}>
      <Glyphs {...glyphs} more={false} />
      <button class="glyph note" title={t("Comment (n)")} onClick={() => write(at)}>
        {t("Note")}
      </button>
      <Popover button={<Icon name="more" />} label={t("More of the move")} right>
        {(close) => {
          const row = (title: string, keys: string, can: boolean, run: () => void) => (
            <button class="row" disabled={!can} onClick={() => (close(), run())}>
              {title} {keys && <kbd>{keys}</kbd>}
            </button>
          );
          return (
            <>
              <MoreGlyphs {...glyphs} />
              {row(t("Line up"), "+", viewed.promotable.value !== null, viewed.promote)}
              {row(t("Line down"), "−", viewed.demotable.value !== null, viewed.demote)}
              {row(t("Make it the main line"), "", viewed.promotable.value !== null, viewed.makeMain)}
              {row(t("Delete from here"), t("Del"), move !== null, () => viewed.remove(at))}
              {row(t("Delete arrows and circles"), "", viewed.shapes.value.length > 0, viewed.clearShapes)}
            </>
          );
        }}
      </Popover>
    </div>
  );
}

// --- curves over the moves; a press goes to one ------------------------------------

// Those who play the game that is looked at.
export const players = (): Record<"w" | "b", Player> => ({ w: player("White"), b: player("Black") });

// A player with the clock as it stood when the move was made.
function player(tag: "White" | "Black"): Player {
  let clock: string | null = null;
  for (let i = viewed.at.value; i >= 0 && clock === null; i = viewed.move(i)!.parent) {
    const move = viewed.move(i)!;
    const made = (move.fen.split(" ")[1] === "b") === (tag === "White");
    if (made && move.clock !== null) clock = clockText(move.clock);
  }
  const known = (text: string) => (/^\??$/.test(text) ? "" : text);
  return { name: known(viewed.tag(tag)) || t(tag), rating: known(viewed.tag(`${tag}Elo`)), clock };
}

// 73:40 is 1:13:40.
function clockText(seconds: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

export function Curves() {
  const line = viewed.main.value;
  const moves = line.map((i) => viewed.move(i)!);
  // of a side line, the move that it leaves
  let here = viewed.at.value;
  while (here >= 0 && !line.includes(here)) here = viewed.move(here)!.parent;
  const at = line.indexOf(here);
  const pick = (i: number) => void (viewed.at.value = line[i] ?? -1);
  // who is mated is the side to move
  const mate = (m: GameMove) => Math.sign(m.mate! || (m.fen.split(" ")[1] === "b" ? 1 : -1)) * 10;
  const evals = moves.map((m) => (m.mate !== null ? mate(m) : m.eval));
  const dots = line.flatMap((i, k) => (analysis.remarks.value.has(i) ? [k] : []));
  const clocks = moves.map((m) => m.clock);
  const most = Math.max(1, ...clocks.map((c) => c ?? 0));
  const white = viewed.game.value!.tree.start.split(" ")[1] === "w" ? 0 : 1;
  const top = Math.min(6, Math.max(2, ...evals.map((e) => Math.abs(e ?? 0))));
  const known = (values: readonly (number | null)[]) => values.some((v) => v !== null);
  if (!known(evals) && !known(clocks)) return null;
  return (
    <div class="curves line card">
      {known(evals) && (
        <CurvePlot title={t("Evaluation")} lines={[{ name: "", kind: "", values: evals }]} least={-top} most={top} zero={0} dots={dots} at={at} onPick={pick} unit={(v) => (v > 0 ? "+" : "") + v.toFixed(2)} />
      )}
      {known(clocks) && (
        <CurvePlot
          title={t("Clock")}
          lines={[
            { name: t("White"), kind: "", values: clocks.map((c, i) => (i % 2 === white ? c : null)) },
            { name: t("Black"), kind: "other", values: clocks.map((c, i) => (i % 2 === white ? null : c)) },
          ]}
          least={0}
          most={most}
          at={at}
          onPick={pick}
          unit={clockText}
          held
        />
      )}
    </div>
  );
}
