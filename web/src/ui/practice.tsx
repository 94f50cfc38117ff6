// Practice: the core asks and judges, this shows it.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Marks } from "../board/marks";
import { core, type DrillOptions } from "../core";
import { useKeys } from "../keys";
import { moveSound, sound } from "../sound";
import { change, counted, fail, say, settings, shown, tell } from "../state/app";
import { Exercise, forget, lastChoice } from "../state/exercise";
import * as position from "../state/position";
import * as rep from "../state/rep";
import { dueOf, retention } from "../state/library";
import { wide } from "../state/room";
import { dueNames, goOn as nextFile, leave, met, sit, sitting } from "../state/sitting";
import type { Move, RepMove } from "../types";
import { BoardPane } from "./boardpane";
import { GraphPane } from "./graphpane";
import { DayPlot } from "./dayplot";
import { OpeningHead } from "./openinghead";
import { OpenMenu } from "./openmenu";
import { Panel } from "./panel";
import { RepLine } from "./repline";
import { useLastMove } from "./repscreen";
import type { Walk } from "./steps";
import type { Player } from "./strip";
import { TextField } from "./textfield";
import { t } from "../texts";

declare global {
  // In the browser's console: every step is logged.
  var DEBUG_TRANSITIONS: boolean | undefined;
}

const log = (what: string, ...more: unknown[]) => globalThis.DEBUG_TRANSITIONS && console.log(`[${what}]`, ...more);

const REPLY_AFTER = 450; // milliseconds

type Phase = "player" | "other" | "done" | "empty";

const DUE = { mode: "due", from: "choice", in_order: false } as const;
const options = signal(lastChoice({ mode: "lines", from: "choice", in_order: false }));

export function Practice() {
  useLayoutEffect(() => {
    if (!rep.open.value) void rep.reopen();
    if (sitting.value) options.value = DUE;
  }, []);
  const it = rep.open.value;
  if (!it) return <OpenMenu />;
  // other options, or another file, or the same opened again, are another drill
  return <Session key={`${it.session.handle} ${JSON.stringify(options.value)}`} />;
}

function Session() {
  const it = rep.open.value!;
  const drill = useRef<Exercise | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [phase, setPhase] = useState<Phase>("other");
  const ended = useRef(false);
  ended.current = phase === "done";
  const [marks, setMarks] = useState<Marks>({});
  const [said, setSaid] = useState("");
  const [hints, setHints] = useState<readonly RepMove[] | null>(null);
  const [node, setNode] = useState<number | null>(null);
  const last = useRef<number | null>(null); // the same, at once
  const [missed, setMissed] = useState(false); // at this position
  const [counters, setCounters] = useState({ mistakes: 0, left: 0 });
  const color = rep.state.value?.color ?? "white";

  // Where the drill stands; by the move that led there, if it is the next one.
  const show = (uci?: string) => {
    const d = drill.current!.state();
    last.current = d.node;
    setNode(d.node);
    position.follow(uci ? position.after(uci, d.fen) : rep.wayTo(d.node));
    setCounters({ mistakes: d.mistakes, left: d.left });
  };

  // Goes on to whatever comes next.
  const go = () => {
    const d = drill.current!;
    clearTimeout(timer.current);
    setHints(null);
    setMissed(false);
    const { turn } = d.state();
    if (turn === "player") setPhase("player");
    else if (turn === "other") {
      setPhase("other");
      timer.current = setTimeout(reply, REPLY_AFTER);
    } else if (d.next()) {
      setPhase("other");
      timer.current = setTimeout(() => {
        show();
        setMarks({});
        setSaid("");
        log("New Path", position.fen.value);
        go();
      }, REPLY_AFTER);
    } else finish();
  };

  const reply = () => {
    const before = position.fen.value;
    const move = drill.current!.reply();
    show(move.uci);
    log("Computer Move", move.san, before, position.fen.value);
    setMarks({ last: [move.from, move.to] });
    // what was said of one's own move can still be read
    setSaid((before) => [before, move.note].filter(Boolean).join(" · "));
    moveSound(move);
    say(move.description);
    go();
  };

  const finish = () => {
    if (sitting.value?.rest.length) {
      timer.current = setTimeout(nextFile, REPLY_AFTER);
      return;
    }
    const { mistakes, left } = drill.current!.state();
    setCounters({ mistakes, left });
    rep.go(last.current);
    setPhase("done");
    sound("done");
    log("Path Complete");
    log("Score", `mistakes ${mistakes}`);
    say(t("Practice is complete."));
  };

  const begin = (d: Exercise) => {
    drill.current = d;
    setMarks({});
    setSaid("");
    setHints(null);
    log("Practice Start", color, d.state().left);
    if (d.next()) {
      show();
      go();
      return;
    }
    setCounters({ mistakes: 0, left: 0 });
    if (sitting.value && nextFile()) return;
    setPhase("empty");
  };

  // As it was before a reload: with the question, and with what was answered.
  const goOn = (d: Exercise) => {
    drill.current = d;
    const { last } = d;
    show();
    if (last) setMarks(last.right === false ? { error: [last.from, last.to] } : { last: [last.from, last.to] });
    if (d.state().turn === "none" && !d.next()) {
      setPhase(d.asked ? "done" : "empty");
      return;
    }
    show();
    go();
    if (last?.right === false) {
      setMissed(true);
      setSaid(refused(last));
    }
  };

  // before the first frame, which has Reset and says how much is left
  useLayoutEffect(() => {
    position.side.value = color === "white" ? "w" : "b";
    try {
      const left = Exercise.resume(it, options.value, color, now());
      if (left) goOn(left);
      else begin(Exercise.begin(it, options.value, color, now()));
    } catch (error) {
      fail(error);
    }
    return () => {
      clearTimeout(timer.current);
      // who comes back to what is complete begins anew
      if (ended.current) forget();
      drill.current?.close();
      drill.current = null;
    };
  }, []);

  const answer = (move: Move) => {
    const d = drill.current;
    if (!d || phase !== "player") return;
    const before = position.fen.value;
    const result = d.answer(move.uci, now());
    if (!result.right) {
      log("User Move", move.san, "INCORRECT", before, before);
      setMarks({ error: [move.from, move.to] });
      setMissed(true);
      setSaid(refused(move));
      const { mistakes, left } = d.state();
      setCounters({ mistakes, left });
      sound("error");
      say(t("{move} is not in the repertoire.", { move: move.description }));
      return;
    }
    show(move.uci);
    log("User Move", move.san, "CORRECT", before, position.fen.value);
    setMarks({ last: [move.from, move.to] });
    setSaid([result.note, move.description].filter(Boolean).join(" – "));
    moveSound(move);
    say(move.description);
    if (options.value.mode === "due") {
      const before = cardsIn(rep.open.value!.cards);
      rep.setCards(d.cards(rep.open.value!.cards));
      met(cardsIn(rep.open.value!.cards) - before);
    }
    if (result.more_owed) tell(t("Right. Another move is asked for here later."));
    go();
  };

  // cards: from what is due now, and what is new today
  const anew = () => {
    clearTimeout(timer.current);
    drill.current!.close();
    forget();
    begin(Exercise.begin(it, options.value, color, now()));
  };
  const again = (run: (d: Exercise) => void) => {
    const d = drill.current!;
    clearTimeout(timer.current);
    run(d);
    begin(d);
  };

  // the arrows walk only when no question is open: they must not answer one
  useKeys(
    phase === "done" || phase === "empty"
      ? {
          ...WALK,
          nextAlternative: () => rep.alternative(1),
          previousAlternative: () => rep.alternative(-1),
          nth: step,
          best: () => step(0),
          transposition: rep.transposition,
        }
      : { engine: () => {}, explorer: () => {}, best: () => {}, nth: () => {} },
    [phase],
  );
  const asking = phase === "player" || phase === "other";
  const walked = useLastMove();
  useEffect(() => void position.wantBook(), []);
  const at = rep.way.value;
  useEffect(() => {
    if (!asking && at) position.follow(at);
  }, [asking, at]);

  // giving up is a mistake like any other: a move that is not in the repertoire is made
  const reveal = () => {
    const d = drill.current;
    if (!d || phase !== "player" || hints) return;
    const right = d.hint();
    const wrong = position.look.value.moves.find((m) => !right.some((r) => r.uci === m.uci));
    if (!missed && wrong) {
      d.answer(wrong.uci, now());
      const { mistakes, left } = d.state();
      setCounters({ mistakes, left });
      setMissed(true);
    }
    setHints(right);
  };
  const point = () => {
    if (phase !== "player") return;
    const ring = [...new Set((drill.current?.hint() ?? []).map((m) => m.from))];
    setMarks((before) => ({ ...before, ring }));
  };
  useKeys({ hint: point, reveal }, [phase, missed, hints]);

  const d = drill.current;
  const graph = (
    <GraphPane
      viewOnly={asking}
      current={asking ? node : undefined}
      onPick={(n) => !asking && rep.go(n)}
    />
  );
  const side = color === "white" ? "w" : "b";
  const retry = () => again((it) => it.retry());
  const mistakes =
    d && (d.retried || counters.mistakes > 0) ? { asked: d.retried, ask: retry } : null;
  return (
    <div class="rep practice">
      <BoardPane
        input={phase === "player" ? side : null}
        onMove={answer}
        marks={asking ? marks : walked}
        secret={asking}
        walk={asking ? null : WALK}
        {...(asking ? { players: players(side, phase) } : {})}
        line={asking ? null : <RepLine />}
      />
      <div class="middle">
        <section class="question card pad" aria-label={t("Question")}>
          <Progress total={d?.total ?? 0} left={counters.left} mode={options.value.mode}>
            <button
              class="link"
              onClick={() => (options.value.mode === "due" ? anew() : again((it) => it.reset(now())))}
            >
              {t("Reset")}
            </button>
          </Progress>
          {asking && (
            <>
              <h2>{asks(phase)}</h2>
              <OpeningHead />
              <p class={marks.error ? "said wrong" : "said"} aria-live="polite">
                {said}
              </p>
              {hints && <Hints moves={hints} />}
              <p class="buttons">
                <button disabled={phase !== "player"} onClick={point}>
                  {t("Hint")} <kbd>h</kbd>
                </button>
                {hints ? (
                  <span class="quiet">{t("Play one of them to go on.")}</span>
                ) : (
                  <button
                    class={missed ? "primary" : ""}
                    disabled={phase !== "player"}
                    onClick={reveal}
                  >
                    {t("Show the moves")} <kbd>s</kbd>
                  </button>
                )}
              </p>
            </>
          )}
          {phase === "done" && d && <Summary drill={d} onRetry={retry} />}
          {phase === "empty" && (
            <>
              <h2>{nothing(options.value.mode)}</h2>
              {options.value.mode === "due" && <Next />}
            </>
          )}
        </section>
        <section class="stats card">
          <p class="counters" role="status">
            <span class={counters.mistakes > 0 ? "some" : ""}>
              <b>{counters.mistakes}</b> {counters.mistakes === 1 ? t("Mistake") : t("Mistakes")}
            </span>{" "}
            <span>
              <b>{counters.left}</b>{" "}
              {options.value.mode === "due"
                ? counters.left === 1 ? t("Card left") : t("Cards left")
                : counters.left === 1 ? t("Variation left") : t("Variations left")}
            </span>
          </p>
          <Kept />
        </section>
        <Cards />
        <Setup mistakes={mistakes} />
        {!asking && (
          <Panel card="practice" onPlay={playOn} moves={rep.node.value?.moves ?? []} />
        )}
        {!wide.value && <section class="graphcard card">{graph}</section>}
      </div>
      {wide.value && (
        <div class="side tall">
          <section class="graphcard card">{graph}</section>
        </div>
      )}
    </div>
  );
}

function players(side: "w" | "b", phase: Phase): Record<"w" | "b", Player> {
  const name = side === "w" ? t("Black") : t("White");
  const own: Player = { name: phase === "player" ? t("Your move") : t("You"), said: " " };
  const last = lastMove();
  const other: Player = { name, said: phase === "player" && last ? t("played {last}", { last }) : " " };
  return side === "w" ? { w: own, b: other } : { w: other, b: own };
}

// "4. Bg5", by the way here.
function lastMove(): string {
  const { from, moves, fen } = position.way.value;
  if (moves.length === 0) return "";
  const [, turn, , , , number] = fen.split(" ");
  const at = turn === "w" ? `${Number(number) - 1}...` : `${number}.`;
  return `${at} ${shown(core().sans(from, moves).at(-1) ?? "")}`;
}

const WALK: Walk = {
  first: rep.toStart,
  back: rep.back,
  next: () => step(0),
  last: rep.toEnd,
};

function playOn(uci: string): void {
  const move = rep.node.value?.moves.find((m) => m.uci === uci);
  if (move) rep.step(move);
}

// The question, with the move that it answers.
function asks(phase: Phase): string {
  if (phase === "other") return "…";
  const last = lastMove();
  return last ? t("What do you play after {last}?", { last }) : t("What do you play here?");
}

const nothing = (mode: DrillOptions["mode"]) =>
  mode === "due"
    ? t("No card is due.")
    : t("There is nothing to ask here: the repertoire has no move of this colour.");

interface Way {
  total: number;
  left: number;
  mode: DrillOptions["mode"];
  children: ComponentChildren;
}

function Progress({ total, left, mode, children }: Way) {
  const done = Math.max(0, total - left);
  const what = mode === "due" ? t("Card") : t("Line");
  const { all = 1, rest = [] } = sitting.value ?? {};
  const text = [
    all > 1 && t("Repertoire {n} of {total}", { n: all - rest.length, total: all }),
    total > 0 && t("{what} {n} of {total}", { what, n: Math.min(done + 1, total), total }),
  ].filter(Boolean).join(" · ");
  return (
    <>
      <div class="sectionhead">
        <span class="quiet">{text}</span>
        {children}
      </div>
      <div class="bar-of" aria-hidden="true">
        <i style={{ "--share": String(total > 0 ? done / total : 0) }} />
      </div>
    </>
  );
}

function Hints({ moves }: { moves: readonly RepMove[] }) {
  return (
    <ul class="hints">
      {moves.map((m) => (
        <li key={m.edge}>
          <b>{shown(m.san)}</b> {m.description} <span class="quiet">{m.note}</span>
        </li>
      ))}
    </ul>
  );
}

const cardsIn = (cards: string) => (cards ? core().cards(cards, 1).cards : 0);
const refused = (move: { san: string }) => t("{move} is not in the repertoire.", { move: shown(move.san) });
const now = () => Math.floor(Date.now() / 1000);

function step(n: number): void {
  const move = rep.node.value?.moves[n];
  if (move) rep.step(move);
}

const MODES: readonly [DrillOptions["mode"], string][] = [
  ["due", t("Due cards")],
  ["lines", t("Every move once")],
  ["all", t("All lines")],
];
// Otherwise from the first choice on.
const FROM: readonly [DrillOptions["from"], string][] = [
  ["root", t("From the start")],
  ["node", t("From here")],
];

// `mistakes`: those of the sitting alone are asked, if there are some.
function Setup({ mistakes }: { mistakes: { asked: boolean; ask(): void } | null }) {
  const o = options.value;
  const set = (some: Partial<typeof o>) => (leave(), void (options.value = { ...o, ...some }));
  const chip = (title: string, pressed: boolean, press: () => void) => (
    <button key={title} class="chip" aria-pressed={pressed} onClick={press}>
      {title}
    </button>
  );
  return (
    <section class="setup card pad" role="group" aria-labelledby="asked">
      <h2 id="asked">{t("What is asked")}</h2>
      <div class="chips">
        {MODES.map(([mode, title]) => (
          <label key={mode} class="chip">
            <input
              type="radio"
              name="mode"
              value={mode}
              checked={o.mode === mode}
              onChange={() => set({ mode })}
            />
            {title}
          </label>
        ))}
        {mistakes && chip(t("My mistakes"), mistakes.asked, mistakes.ask)}
      </div>
      {o.mode !== "due" && (
        <div class="chips">
          {FROM.map(([from, title]) =>
            chip(title, o.from === from, () => set({ from: o.from === from ? "choice" : from })))}
          {chip(t("In order"), o.in_order, () => set({ in_order: !o.in_order }))}
        </div>
      )}
      {o.mode === "due" && (
        <label class="field">
          {t("New cards a day")}
          <TextField
            type="number"
            min={0}
            max={999}
            value={settings.value.fresh}
            onChange={(e) => change({ fresh: Math.min(999, Math.max(0, Math.round(e.currentTarget.valueAsNumber) || 0)) })}
          />
        </label>
      )}
      <p class="quiet">
        {o.mode !== "due" && o.from === "choice" && `${t("Lines begin at the first choice.")} `}
        {t("Any move of your repertoire counts as right. Transpositions are asked once.")}
      </p>
    </section>
  );
}

// What to do when everything that was asked for is known.
function Next() {
  const { mode } = options.value;
  const others = mode === "due" ? dueNames().filter((name) => name !== rep.open.value?.name) : [];
  if (others.length > 0)
    return (
      <p class="buttons">
        <button class="primary" onClick={() => sit(others)}>
          {t("{n} due in other repertoires", { n: others.reduce((n, name) => n + dueOf(name), 0) })}
        </button>
      </p>
    );
  const [title, next] = mode === "all" ? [t("Due cards"), "due" as const]
    : mode === "lines" ? [t("All lines"), "all" as const] : [t("Every move once"), "lines" as const];
  return (
    <p class="buttons">
      <button class="primary" onClick={() => (options.value = { ...options.value, mode: next })}>
        {title}
      </button>
    </p>
  );
}

function Summary({ drill, onRetry }: { drill: Exercise; onRetry(): void }) {
  const { mistakes } = drill.state();
  const slips = drill.slips();
  return (
    <section class="summary">
      <h2>{t("Complete: {how}", { how: mistakes === 0 ? t("no mistake") : counted(mistakes, "mistake") })}</h2>
      <ul>
        {slips.map((s) => (
          <li key={s.node}>
            <button class="link" onClick={() => rep.go(s.node)}>
              {s.line || t("the start")}
            </button>{" "}
            {t("{n} ×; right is {moves}", { n: s.mistakes, moves: s.moves.map((m) => shown(m.san)).join(", ") })}
          </li>
        ))}
      </ul>
      {slips.length > 0 ? (
        <button class="primary" onClick={onRetry}>
          {t("Mistakes only")}
        </button>
      ) : (
        <Next />
      )}
    </section>
  );
}

// How well the cards are kept.
function Kept() {
  const share = retention.value;
  return (
    <span class="kept">
      <b>{share === null ? "–" : `${share} %`}</b> {t("Retention")}
    </span>
  );
}

// When cards come due.
function Cards() {
  const it = rep.open.value!;
  if (!it.cards) return null;
  const sum = core().cards(it.cards, 14);
  return (
    <section class="cards card pad">
      <div class="sectionhead">
        <h2>{t("Coming days")}</h2>
        <span class="quiet">
          {counted(sum.cards, "card")}, {sum.due} {t("due now")}
        </span>
      </div>
      <DayPlot title={t("Due in the coming days")} values={sum.days} />
    </section>
  );
}
