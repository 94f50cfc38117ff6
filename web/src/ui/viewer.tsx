// One game: its moves and side lines, evaluation and clocks as curves.
import { useEffect, useRef } from "preact/hooks";
import { core } from "../core";
import { dateText, href, resultText, settings, shown, visit } from "../state/app";
import * as viewed from "../state/game";
import * as rep from "../state/rep";
import { download } from "./download";
import { CurvePlot } from "./plot";
import { Steps } from "./steps";

export function Viewer() {
  const { id, own } = viewed.game.value!;
  const { tag } = viewed;
  const name = `${tag("White") || "White"} - ${tag("Black") || "Black"}`.replace(/[\\/:*?"<>|]/g, "");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => follow(box.current), [viewed.at.value]);
  return (
    <section class="viewer" aria-label="Game">
      <p>
        <a href={href("database")}>← Games</a>
      </p>
      <h1>
        {tag("White")} <small>{tag("WhiteElo")}</small> – {tag("Black")} <small>{tag("BlackElo")}</small>{" "}
        {resultText(viewed.game.value!.tree.result)}
      </h1>
      <p class="quiet">{[tag("Event"), tag("Site"), dateText(tag("Date")), tag("ECO"), tag("Opening")].filter((t) => t && !/^\?/.test(t)).join(" · ")}</p>
      <p class="buttons">
        <Steps first={viewed.toStart} back={viewed.backward} next={viewed.forward} last={viewed.toEnd} />
        {own.has(viewed.at.value) && <button onClick={() => viewed.remove(viewed.at.value)}>Delete this line</button>}
        <button onClick={() => download(`${name}.pgn`, viewed.toPgn(), "application/x-chess-pgn")}>PGN</button>
        <button
          onClick={async () => {
            if (!rep.open.value) await rep.reopen();
            if (rep.open.value ? rep.merge(viewed.toPgn()) : await rep.take(name, viewed.toPgn())) visit("build");
          }}
        >
          Into the repertoire
        </button>
      </p>
      <Curves />
      <div class="score" ref={box}>
        <Line from={-1} ply={startPly()} />
      </div>
      {id !== null && <p class="quiet">Game {id}</p>}
    </section>
  );
}

// Scrolls the moves, and only them: the board stays where it is.
function follow(box: HTMLElement | null): void {
  const here = box?.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!box || !here) return;
  const seen = box.getBoundingClientRect();
  if (here.top < seen.top) box.scrollTop -= seen.top - here.top + 4;
  else if (here.bottom > seen.bottom) box.scrollTop += here.bottom - seen.bottom + 4;
}

// 73:40 is 1:13:40.
export function clockText(seconds: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

function startPly(): number {
  const [, turn, , , , number] = viewed.game.value!.tree.start.split(" ");
  return (Number(number ?? 1) - 1) * 2 + (turn === "b" ? 1 : 0);
}

// A line from a move on: its moves, each with the lines that leave it.
function Line({ from, ply, first }: { from: number; ply: number; first?: number }) {
  const parts = [];
  let numbered = false;
  let i = first ?? viewed.after(from)[0];
  for (let before = from; i !== undefined; before = i, i = viewed.after(i)[0], ply++) {
    const move = viewed.move(i)!;
    const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : numbered ? "" : `${(ply + 1) / 2}…`;
    numbered = true;
    parts.push(<One key={i} at={i} number={number} />);
    if (move.comment) {
      parts.push(<span key={`c${i}`} class="comment">{move.comment}</span>);
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
  return (
    <span class="one">
      {number && <span class="quiet">{number} </span>}
      <button class="link" aria-current={here ? "true" : undefined} onClick={() => (viewed.at.value = at)}>
        {settings.value.notation === "short" ? core().short(viewed.fenAt(move.parent), move.uci) || "·" : shown(move.san)}
        {move.glyph}
      </button>
    </span>
  );
}

function Curves() {
  const line = viewed.main.value;
  const moves = line.map((i) => viewed.move(i)!);
  // of a side line, the move that it leaves
  let here = viewed.at.value;
  while (here >= 0 && !line.includes(here)) here = viewed.move(here)!.parent;
  const at = line.indexOf(here);
  const pick = (i: number) => void (viewed.at.value = line[i] ?? -1);
  const evals = moves.map((m) => (m.mate !== null ? Math.sign(m.mate) * 10 : m.eval));
  const clocks = moves.map((m) => m.clock);
  const most = Math.max(1, ...clocks.map((c) => c ?? 0));
  const white = viewed.game.value!.tree.start.split(" ")[1] === "w" ? 0 : 1;
  return (
    <>
      {evals.some((e) => e !== null) && (
        <CurvePlot title="Evaluation" lines={[{ name: "", kind: "", values: evals }]} least={-6} most={6} zero={0} at={at} onPick={pick} unit={(v) => (v > 0 ? "+" : "") + v.toFixed(2)} />
      )}
      {clocks.some((c) => c !== null) && (
        <CurvePlot
          title="Clock"
          lines={[
            { name: "White", kind: "", values: clocks.map((c, i) => (i % 2 === white ? c : null)) },
            { name: "Black", kind: "other", values: clocks.map((c, i) => (i % 2 === white ? null : c)) },
          ]}
          least={0}
          most={most}
          at={at}
          onPick={pick}
          unit={clockText}
          held
        />
      )}
    </>
  );
}
