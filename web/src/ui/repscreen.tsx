// Explore and Build: a repertoire as a graph, with the board on one of its
// positions.  Explore changes nothing.
import { effect } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { server } from "../api";
import { useKeys } from "../keys";
import { moveSound } from "../sound";
import { counted, fail, href, route, say, shown, tell, type Route } from "../state/app";
import * as position from "../state/position";
import * as rep from "../state/rep";
import { packed, unpacked } from "../state/share";
import * as drafts from "../state/storage";
import type { Marks } from "../board/marks";
import type { Move } from "../types";
import { BoardPane } from "./boardpane";
import { Evaluation } from "./build";
import { download } from "./download";
import { GraphPane } from "./graphpane";
import { Notes } from "./notes";
import { OpenMenu } from "./openmenu";
import { best, Panel } from "./panel";
import { Steps } from "./steps";

export function RepScreen({ build }: { build: boolean }) {
  const note = useRef<HTMLTextAreaElement>(null);

  // before the first frame: what is opened from there on comes later, and stays
  useLayoutEffect(() => {
    if (followed !== route.value) void arrive(build);
    followed = null;
  }, [build, route.value.query.toString()]);
  // before the first frame: who sees the board can use it
  useLayoutEffect(face, [rep.open.value?.name, rep.state.value?.color]);
  useLayoutEffect(() => effect(place), []);
  useKeys(handlers(build, play), [build]);

  // A move by hand, from a list or by a key.
  function play(uci: string): void {
    const move = position.look.value.moves.find((m) => m.uci === uci);
    if (!move) return;
    const known = rep.node.value?.moves.find((m) => m.uci === uci);
    if (!known && !build) {
      tell(`${shown(move.san)} is not in the repertoire. Build adds moves.`);
      return;
    }
    if (build) {
      rep.play(uci, note.current?.value ?? "");
      if (note.current) note.current.value = "";
      drafts.note("next", null);
    } else if (known) rep.step(known);
    moveSound(move);
    say(move.description);
  }

  const marks = useLastMove();
  const state = rep.state.value;
  if (!rep.open.value || !state) return <OpenMenu />;
  return (
    <div class="rep">
      <div class="left">
        <BoardPane input="turn" onMove={(m: Move) => play(m.uci)} marks={marks} />
        {build && <Commands />}
      </div>
      <div class="middle">
        <GraphPane onPick={rep.go} />
        <About />
      </div>
      <div class="side">
        <Way />
        {build && (
          <label class="nextnote">
            Annotation of the next move
            <textarea ref={note} rows={2} defaultValue={draft(rep.open.value.name)} onInput={(e) => drafts.note("next", { of: rep.open.value!.name, text: e.currentTarget.value })} />
          </label>
        )}
        <Notes build={build} />
        <Evaluation build={build} />
        <Panel onPlay={play} moves={rep.node.value?.moves ?? []} />
      </div>
    </div>
  );
}

// An annotation whose move was not made yet.
function draft(name: string): string {
  const { of, text } = drafts.noted<{ of: string; text: string }>("next");
  return of === name && typeof text === "string" ? text : "";
}

// Turns the board to the side whose repertoire it is.
function face(): void {
  const color = rep.state.value?.color;
  if (color) position.side.value = color === "white" ? "w" : "b";
}

function place(): void {
  if (rep.way.value) position.follow(rep.way.value);
}

let followed: Route | null = null; // before there was a screen

export async function follow(build: boolean): Promise<void> {
  const link = route.value;
  await arrive(build);
  face();
  place();
  followed = link;
}

// The squares of the move that led here, by the way one came.
export function useLastMove(): Marks {
  const uci = rep.wayHere.value.at(-1)?.uci;
  return useMemo(() => ({ last: uci ? [uci.slice(0, 2), uci.slice(2, 4)] : [] }), [uci]);
}

// What a link brings, or what was open last.
async function arrive(build: boolean): Promise<void> {
  const { query } = route.value;
  const link = query.get("r");
  if (link) {
    try {
      await rep.take("shared", await unpacked(link));
      // back must not bring the link again, over what was changed since
      history.replaceState(null, "", href("explore"));
    } catch (error) {
      tell(String(error instanceof Error ? error.message : error), "error");
    }
  } else if (!rep.open.value) {
    await rep.reopen();
    if (!rep.open.value && build) await rep.fresh("white");
  }
  const node = query.get("fen");
  if (node && rep.open.value) {
    const at = rep.open.value.session.find(node);
    if (at !== null) rep.go(at);
  }
}

function handlers(build: boolean, play: (uci: string) => void) {
  const nth = (n: number) => {
    const move = rep.node.value?.moves[n] ?? undefined;
    if (move) play(move.uci);
  };
  return {
    next: () => nth(0),
    back: rep.back,
    ...(build
      ? { undo: () => void rep.undo(), redo: () => void rep.redo() }
      : {}),
    nextAlternative: () => rep.alternative(1),
    previousAlternative: () => rep.alternative(-1),
    first: rep.toStart,
    last: rep.toEnd,
    nth,
    transposition: rep.transposition,
    best: () => {
      const move = best(rep.node.value?.moves[0]?.uci);
      if (move) play(move);
    },
  };
}

// The moves that led here.
function Way() {
  const steps = rep.wayHere.value;
  return (
    <>
      <p class="buttons">
        <Steps first={rep.toStart} back={rep.back} next={() => rep.node.value?.moves[0] && rep.step(rep.node.value.moves[0])} last={rep.toEnd} />
      </p>
      <ol class="way" aria-label="The moves to this position">
        {steps.map(({ node, label }, i) => (
          <li key={node}>
            <button class="link" onClick={() => rep.go(node)}>
              {shown(i > 0 ? label.replace(/^\d+\.\.\. ?/, "") : label)}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function About() {
  const it = rep.open.value!;
  const state = rep.state.value!;
  const [copied, setCopied] = useState("");
  const share = async () => {
    const link = await packed(it.session.write());
    if (!link) {
      tell("This repertoire is too large for a link; export it as a file.", "error");
      return;
    }
    // so that the board is there before the repertoire is read
    const side = it.session.find(position.START) !== null ? `side=${state.color === "white" ? "w" : "b"}&` : "";
    const url = `${location.href.split("#")[0]}#/explore?${side}r=${link}`;
    try {
      await navigator.clipboard.writeText(url);
      tell("The link is in the clipboard.");
    } catch {
      setCopied(url);
    }
  };
  return (
    <div class="about">
      <p>
        <b>{state.title || it.name}</b>
        <span class="quiet">
          {it.name}.txt · {state.version ? `read from version ${state.version}` : "new"} · {state.color} · {counted(state.nodes, "position")},{" "}
          {counted(state.edges, "move")} · {rep.saved.value}
        </span>
      </p>
      <p class="buttons">
        <button onClick={() => download(`${it.name}.txt`, it.session.write())}>Export</button>
        <button onClick={() => download(`${it.name}.pgn`, it.session.pgn(), "application/x-chess-pgn")}>PGN</button>
        <button onClick={() => void share()}>Share link</button>
        {server.value?.repertoires && <button onClick={() => rep.saveServed().catch(fail)}>Save on the server</button>}
        <button onClick={() => rep.close()}>Open another</button>
      </p>
      {copied && <input readOnly value={copied} aria-label="Link" onFocus={(e) => e.currentTarget.select()} />}
      {it.faults.length > 0 && (
        <details>
          <summary>{counted(it.faults.length, "remark")} on the file</summary>
          <ul class="faults">
            {it.faults.slice(0, 200).map((f, i) => (
              <li key={i} class={f.severity}>
                {f.line}:{f.column} {f.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Commands() {
  const state = rep.state.value!;
  const it = rep.open.value!;
  return (
    <fieldset class="commands">
      <legend>Build</legend>
      <div class="buttons">
        <button disabled={!state.can_undo} onClick={() => rep.undo()}>
          Undo
        </button>
        <button disabled={!state.can_redo} onClick={() => rep.redo()}>
          Redo
        </button>
        <button onClick={rep.toStart}>Reset board</button>
        <button
          onClick={() => {
            if (confirm("Remove every move of this repertoire? Undo brings them back.")) rep.clear();
          }}
        >
          Reset board and graph
        </button>
      </div>
      <label>
        Title
        <input value={state.title} onChange={(e) => rep.setTitle(e.currentTarget.value)} />
      </label>
      <label>
        File name
        <input value={it.name} onChange={(e) => void rep.rename(e.currentTarget.value)} />
      </label>
      <label>
        Plays
        <select value={state.color} onChange={(e) => rep.setColor(e.currentTarget.value as "white" | "black")}>
          <option value="white">White</option>
          <option value="black">Black</option>
        </select>
      </label>
    </fieldset>
  );
}

