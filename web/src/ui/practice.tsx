// Practice: the core asks and judges, this shows it.
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Marks } from "../board/marks";
import { core, type DrillOptions } from "../core";
import { useKeys } from "../keys";
import { moveSound, sound } from "../sound";
import { counted, fail, say, shown, tell } from "../state/app";
import { Exercise, forget, lastChoice } from "../state/exercise";
import * as position from "../state/position";
import * as rep from "../state/rep";
import type { Move, RepMove } from "../types";
import { BoardPane } from "./boardpane";
import { GraphPane } from "./graphpane";
import { OpenMenu } from "./openmenu";
import { Panel } from "./panel";
import { BarPlot } from "./plot";
import { useLastMove } from "./repscreen";

declare global {
  // In the browser's console: every step is logged.
  var DEBUG_TRANSITIONS: boolean | undefined;
}

const log = (what: string, ...more: unknown[]) => globalThis.DEBUG_TRANSITIONS && console.log(`[${what}]`, ...more);

const REPLY_AFTER = 450; // milliseconds

type Phase = "player" | "other" | "done" | "empty";

const options = signal(lastChoice({ mode: "lines", from: "choice", in_order: false }));

export function Practice() {
  useLayoutEffect(() => {
    if (!rep.open.value) void rep.reopen();
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
    const { mistakes, left } = drill.current!.state();
    setCounters({ mistakes, left });
    rep.go(last.current);
    setPhase("done");
    sound("done");
    log("Path Complete");
    log("Score", `mistakes ${mistakes}`);
    say("Practice is complete.");
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
      say(`${move.description} is not in the repertoire.`);
      return;
    }
    show(move.uci);
    log("User Move", move.san, "CORRECT", before, position.fen.value);
    setMarks({ last: [move.from, move.to] });
    setSaid([result.note, move.description].filter(Boolean).join(" – "));
    moveSound(move);
    say(move.description);
    if (options.value.mode === "due") rep.setCards(d.cards(rep.open.value!.cards));
    if (result.more_owed) tell("Right. Another move is asked for here later.");
    go();
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
          next: () => step(0), back: rep.back, nextAlternative: () => rep.alternative(1), previousAlternative: () => rep.alternative(-1),
          first: rep.toStart, last: rep.toEnd, nth: step, best: () => step(0), transposition: rep.transposition,
        }
      : { engine: () => {}, explorer: () => {}, best: () => {}, nth: () => {} },
    [phase],
  );
  const asking = phase === "player" || phase === "other";
  const walked = useLastMove();
  const at = rep.way.value;
  useEffect(() => {
    if (!asking && at) position.follow(at);
  }, [asking, at]);

  const d = drill.current;
  return (
    <div class="rep practice">
      <BoardPane input={phase === "player" ? (color === "white" ? "w" : "b") : null} onMove={answer} marks={asking ? marks : walked} evalBar={!asking} />
      <div class="middle">
        <p class="counters" role="status">
          <b>{counters.mistakes}</b> {counters.mistakes === 1 ? "Mistake" : "Mistakes"} <b>{counters.left}</b> {options.value.mode === "due" ? "Card" : "Variation"}
          {counters.left === 1 ? "" : "s"} left
        </p>
        <p class="said" aria-live="polite">
          {phase === "player" && !said ? `Your move: what does ${color} play here?` : said}
        </p>
        <p class="buttons">
          {missed && !hints && phase === "player" && (
            <button
              class="primary"
              onClick={() => {
                setHints(d?.hint() ?? []);
              }}
            >
              Show the moves
            </button>
          )}
          <button onClick={() => again((it) => it.reset(now()))}>Reset</button>
        </p>
        {hints && (
          <ul class="hints">
            {hints.map((m) => (
              <li key={m.edge}>
                <b>{shown(m.san)}</b> {m.description} <span class="quiet">{m.note}</span>
              </li>
            ))}
          </ul>
        )}
        {phase === "done" && d && <Summary drill={d} onRetry={() => again((it) => it.retry())} />}
        {phase === "empty" && <p class="said">{options.value.mode === "due" ? "No card is due." : "There is nothing to ask here: the repertoire has no move of this colour."}</p>}
        <GraphPane viewOnly={asking} current={asking ? node : undefined} onPick={(n) => !asking && rep.go(n)} />
      </div>
      <div class="side">
        <Setup />
        <Panel onPlay={() => {}} moves={asking ? undefined : rep.node.value?.moves} hidden={asking} />
        <Cards />
      </div>
    </div>
  );
}

const refused = (move: { san: string }) => `${shown(move.san)} is not in the repertoire.`;
const now = () => Math.floor(Date.now() / 1000);

function step(n: number): void {
  const move = rep.node.value?.moves[n];
  if (move) rep.step(move);
}

function Setup() {
  const o = options.value;
  return (
    <fieldset class="setup">
      <legend>What is asked</legend>
      <label>
        Mode
        <select value={o.mode} onChange={(e) => (options.value = { ...o, mode: e.currentTarget.value as DrillOptions["mode"] })}>
          <option value="lines">Lines that cover every move</option>
          <option value="all">All lines</option>
          <option value="due">Cards that are due</option>
        </select>
      </label>
      {o.mode !== "due" && (
        <>
          <label>
            From
            <select value={o.from} onChange={(e) => (options.value = { ...o, from: e.currentTarget.value as DrillOptions["from"] })}>
              <option value="choice">the first choice</option>
              <option value="root">the start</option>
              <option value="node">this position</option>
            </select>
          </label>
          <label>
            Order
            <select value={o.in_order ? "fixed" : "random"} onChange={(e) => (options.value = { ...o, in_order: e.currentTarget.value === "fixed" })}>
              <option value="random">random</option>
              <option value="fixed">of the file</option>
            </select>
          </label>
        </>
      )}
    </fieldset>
  );
}

function Summary({ drill, onRetry }: { drill: Exercise; onRetry(): void }) {
  const { mistakes } = drill.state();
  const slips = drill.slips();
  return (
    <section class="summary">
      <h2>Complete: {mistakes === 0 ? "no mistake" : counted(mistakes, "mistake")}</h2>
      {slips.length > 0 && (
        <>
          <ul>
            {slips.map((s) => (
              <li key={s.node}>
                <button class="link" onClick={() => rep.go(s.node)}>
                  {s.line || "the start"}
                </button>{" "}
                {s.mistakes} ×; right is {s.moves.map((m) => shown(m.san)).join(" or ")}
              </li>
            ))}
          </ul>
          <button class="primary" onClick={onRetry}>
            Mistakes only
          </button>
        </>
      )}
    </section>
  );
}

// When cards come due, and how well they are kept.
function Cards() {
  const it = rep.open.value!;
  if (!it.cards) return null;
  const sum = core().cards(it.cards, 14);
  return (
    <section class="panel">
      <h2>Cards</h2>
      <p>
        {counted(sum.cards, "card")}, {sum.due} due now
      </p>
      <BarPlot title="Due in the coming days" values={sum.days.map((value, i) => ({ label: ["today", "tomorrow"][i] ?? `in ${i} days`, value }))} />
      <BarPlot title="Retention" values={sum.retention.map((value, i) => ({ label: `${i * 10}–${i * 10 + 10} %`, value }))} />
    </section>
  );
}
