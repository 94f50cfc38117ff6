// Explore and Build: a repertoire as a graph, with the board on one of its
// positions.  Explore changes nothing.
import { effect } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import * as api from "../api";
import { useKeys } from "../keys";
import { moveSound } from "../sound";
import { href, route, say, shown, tell, type Route } from "../state/app";
import * as position from "../state/position";
import * as rep from "../state/rep";
import { narrow, wide } from "../state/room";
import { unpacked } from "../state/share";
import * as drafts from "../state/storage";
import type { Marks } from "../board/marks";
import type { Move } from "../types";
import { BoardPane } from "./boardpane";
import { draft, EditCard } from "./editcard";
import { best, nth as known } from "./explorer";
import { GraphPane } from "./graphpane";
import { Notes } from "./notes";
import { OpenMenu } from "./openmenu";
import { Panel } from "./panel";
import { RepLine } from "./repline";
import { RepTools } from "./reptools";
import type { Walk } from "./steps";
import type { Player } from "./strip";
import { choose, type Tab } from "./tabs";
import { Undo } from "./undo";
import { t } from "../texts";

const WALK: Walk = {
  first: rep.toStart,
  back: rep.back,
  next: () => rep.node.value?.moves[0] && rep.step(rep.node.value.moves[0]),
  last: rep.toEnd,
};

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
      tell(t("{move} is not in the repertoire. Build adds moves.", { move: shown(move.san) }));
      return;
    }
    if (build) {
      rep.play(uci, note.current?.value ?? draft(rep.open.value!.name));
      if (note.current) note.current.value = "";
      drafts.note("next", null);
    } else if (known) rep.step(known);
    moveSound(move);
    say(move.description);
  }

  const marks = useLastMove();
  const state = rep.state.value;
  if (!rep.open.value || !state) return <OpenMenu />;
  const graph: Tab = {
    id: "graph", title: t("Graph"), flush: true, body: () => <GraphPane onPick={rep.go} />,
  };
  const tools: Tab = {
    id: "tools", title: t("Tools"), flush: true,
    body: () => <div class="reptools"><RepTools withGraph={false} /></div>,
  };
  const notes: Tab = {
    id: "notes", title: t("Notes"),
    body: () => <div>{build ? <EditCard note={note} /> : <Notes build={false} />}</div>,
  };
  const line: Tab = { id: "line", title: t("Line"), body: RepLine };
  const after = [
    ...(narrow.value ? [line] : []),
    ...(wide.value ? [] : [graph]),
    ...(build && wide.value ? [] : [notes]),
    ...(wide.value ? [] : [tools]),
  ];
  return (
    <div class="rep">
      <BoardPane
        input="turn"
        onMove={(m: Move) => play(m.uci)}
        marks={marks}
        walk={WALK}
        players={players()}
        corner={<Modes build={build} />}
        tools={build && <Undo can={[state.can_undo, state.can_redo]} undo={rep.undo} redo={rep.redo} />}
        line={<RepLine />}
      />
      <Panel card="rep" onPlay={play} moves={rep.node.value?.moves ?? []} after={after} />
      {wide.value && (
        <div class="side tall">
          {build && (
            <section class="edit card pad" aria-label={t("Edit")}>
              <EditCard note={note} />
            </section>
          )}
          <section class="graphcard card reptools" aria-label={t("Tools")}>
            <RepTools withGraph={true} />
          </section>
        </div>
      )}
    </div>
  );
}

export const Repertoire = () => <RepScreen build={route.value.screen === "build"} />;

// Who plays which side, and the move that was made last.
function players(): Record<"w" | "b", Player> {
  const mine = rep.state.value!.color === "white" ? "w" : "b";
  const last = rep.wayHere.value.at(-1)?.label;
  const moved = position.look.value.turn === "white" ? "b" : "w";
  const of = (side: "w" | "b"): Player => ({
    name: `${side === mine ? t("You, ") : ""}${side === "w" ? t("White") : t("Black")}`,
    said: side === moved && last ? shown(last) : "",
  });
  return { w: of("w"), b: of("b") };
}

function Modes({ build }: { build: boolean }) {
  const mode = (screen: "explore" | "build", title: string, now: boolean) => (
    <a class="chip" href={href(screen)} aria-current={now ? "page" : undefined}>
      {title}
    </a>
  );
  return (
    <nav class="modes" aria-label={t("Modes")}>
      {mode("explore", t("Explore"), !build)}
      {mode("build", t("Build"), build)}
    </nav>
  );
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

// Answers the next gap; before gaps were looked for, it does that.
async function toGap(): Promise<void> {
  if (!api.server.value?.database) return;
  const { remaining, meet } = await import("../state/held");
  const [next] = remaining.value;
  if (next) return meet(next);
  choose("rep", "tools");
  choose("tools", "gaps");
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
    // to the most frequent reply without an answer
    gap: () => void toGap(),
    best: () => {
      const move = best(rep.node.value?.moves[0]?.uci ?? (build ? known(0) : undefined));
      if (move) play(move);
    },
  };
}
