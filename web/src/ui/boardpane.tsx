// The board with what belongs to it: the players' strips, the evaluation, buttons to
// walk, the box that takes typed moves, and the line.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type Side } from "../board/board";
import type { Arrow, Marks } from "../board/marks";
import { usePieces } from "../board/pieces";
import type { Shape } from "../board/shapes";
import { route, say, settings, visit, type Screen } from "../state/app";
import { lines, threat } from "../state/engine";
import { look, side, way } from "../state/position";
import { narrow } from "../state/room";
import type { Move } from "../types";
import { EvalBar } from "./evalbar";
import { Icon } from "./icons";
import { Promotion } from "./promotion";
import { SanBox } from "./sanbox";
import { Steps, type Walk } from "./steps";
import { Strip, type Player } from "./strip";
import { t } from "../texts";

interface Props {
  // Whose pieces can be moved: one side's, those of whoever is to move, nobody's.
  input: Side | "turn" | null;
  onMove(move: Move): void;
  marks?: Marks;
  onDraw?(shape: Shape): void; // an arrow or a circle; without this none can be drawn
  secret?: boolean; // nothing that the engine says is shown
  walk: Walk | null;
  players?: Partial<Record<Side, Player>>;
  corner?: ComponentChildren; // at the right of the lower strip
  tools?: ComponentChildren; // more buttons beside those that walk
  line?: ComponentChildren;
}

const PIECES: Record<string, string> = {
  p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king",
};
const NAMES: Record<Side, Player> = { w: { name: t("White") }, b: { name: t("Black") } };
const ARROWS = 3; // of the engine, at most
const PACES = { none: 0, quick: 180, slow: 420 }; // milliseconds of a move

// Where a position can be taken from to be analysed; Practice has its own questions.
const ELSEWHERE: readonly Screen[] = ["explore", "build", "database", "openings"];

function analyse(): void {
  const { fen, from, moves } = way.value;
  visit("analysis", { fen, from, moves: moves.join(" ") });
}

function on(fen: string, square: string): string {
  const row = fen.split(" ")[0]!.split("/")[8 - Number(square[1])]!;
  let file = 0;
  for (const c of row) {
    if (/\d/.test(c)) file += Number(c);
    else if (file++ === square.charCodeAt(0) - 97)
      return `${square} ${c === c.toLowerCase() ? "black" : "white"} ${PIECES[c.toLowerCase()]}`;
  }
  return t("{square} empty", { square });
}

// The first moves of the engine's lines, the best as the thickest arrow.
function useArrows(secret: boolean): readonly Arrow[] {
  const kind = threat.value ? "threat" : "engine";
  const shown = settings.value.engine && !secret;
  const firsts = lines.value.slice(0, ARROWS).map((line) => line.uci[0] ?? "");
  const key = shown ? firsts.join() : "";
  return useMemo(
    () =>
      key.split(",").filter(Boolean).map((uci, rank): Arrow =>
        ({ from: uci.slice(0, 2), to: uci.slice(2, 4), kind, rank })),
    [key, kind],
  );
}

export function BoardPane(props: Props) {
  const { input, onMove, onDraw, marks, secret = false, walk, players, corner, tools, line } = props;
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const [choices, setChoices] = useState<Move[]>([]);
  const at = look.value;
  const live = useRef({ at, onMove, onDraw });
  live.current = { at, onMove, onDraw };

  useLayoutEffect(usePieces, []);
  // before the next frame: a hand may be faster than what comes after it
  useLayoutEffect(() => {
    const made = new Board(
      host.current!,
      {
        targets: (from) => {
          const own = live.current.at.moves.filter((m) => m.from === from);
          return [...new Set(own.flatMap((m) => (m.rook ? [m.to, m.rook] : [m.to])))];
        },
        moved(from, to) {
          const fits = (m: Move) => m.from === from && (m.to === to || m.rook === to);
          const found = live.current.at.moves.filter(fits);
          if (found.length > 1) setChoices(found);
          else if (found[0]) live.current.onMove(found[0]);
        },
        describe: (square) => on(live.current.at.fen, square),
        ...(onDraw ? { drew: (shape: Shape) => live.current.onDraw?.(shape) } : {}),
        say,
      },
      at.fen,
      side.value,
    );
    board.current = made;
    return () => made.destroy();
  }, []);
  const { animation } = settings.value;
  useLayoutEffect(() => board.current?.pace(PACES[animation]), [animation]);
  useLayoutEffect(() => board.current?.turn(side.value), [side.value]);
  useLayoutEffect(() => {
    board.current?.set(at.fen);
    setChoices([]);
  }, [at.fen]);
  useLayoutEffect(() => {
    const turn: Side = at.turn === "white" ? "w" : "b";
    const mine = input === "turn" || input === turn;
    board.current?.input(at.moves.length > 0 && mine ? turn : null);
  }, [at.fen, input]);
  const arrows = useArrows(secret);
  useLayoutEffect(() => {
    const check = at.king ? [at.king] : [];
    board.current?.mark({ last: [], error: [], ring: [], shapes: [], arrows, ...marks, check });
  }, [at.fen, marks, arrows]);

  const [near, far]: [Side, Side] = side.value === "w" ? ["w", "b"] : ["b", "w"];
  const turn = at.turn === "white" ? t("White to move") : t("Black to move");
  return (
    <section class="boardpane" aria-label={t("Board")}>
      <Strip side={far} far player={players?.[far] ?? NAMES[far]} />
      <div class="boardrow">
        <EvalBar hidden={secret} />
        <div
          class="boardhost"
          ref={host}
          aria-label={t("Chess board, {turn}. Enter walks over the squares.", { turn: at.check ? t("{turn}, in check", { turn }) : turn })}
          data-fen={at.fen}
          data-side={side.value}
          data-input={input ?? ""}
        />
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
      <Strip side={near} far={false} player={players?.[near] ?? NAMES[near]}>
        {corner}
      </Strip>
      <div class="steps" role="group" aria-label={t("Walk")}>
        <Steps walk={walk} />
        <button
          class="icon"
          title={t("Turn the board (f)")}
          aria-label={t("Turn the board")}
          onClick={() => (side.value = side.value === "w" ? "b" : "w")}
        >
          <Icon name="turn" />
        </button>
        {tools}
        {!narrow.value && ELSEWHERE.includes(route.value.screen) && (
          <button class="icon" title={t("Analyse this position")} aria-label={t("Analyse this position")} onClick={analyse}>
            <Icon name="analysis" />
          </button>
        )}
        <SanBox enabled={input !== null} onMove={onMove} />
      </div>
      {!narrow.value && line}
    </section>
  );
}
