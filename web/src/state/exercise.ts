// A drill whose steps are noted, so that it goes on after a reload: the core
// draws lines from a seed, so the same steps lead to the same question.
import { core, Drill, type DrillOptions } from "../core";
import type { RepMove } from "../types";
import { mark, type Open } from "./rep";
import { newLeft } from "./sitting";
import { note, noted } from "./storage";

export type Choice = Pick<DrillOptions, "mode" | "from" | "in_order">;

type Step = ["next"] | ["answer", uci: string, now: number] | ["reply"] | ["reset", seed: number, now: number] | ["retry"];

interface Kept extends Omit<DrillOptions, "node"> {
  name: string; // of the repertoire
  said: number; // what that says of moves: see content()
  node: string | null; // a FEN
  reviewed: number; // the cards as the repertoire has them since
  steps: Step[];
  end: string; // what they led to
}

const KEY = "practice";
const MODES: readonly unknown[] = ["lines", "all", "due"];
const FROM: readonly unknown[] = ["choice", "root", "node"];

// What was chosen before the reload.
export function lastChoice(otherwise: Choice): Choice {
  const { mode, from, in_order } = noted<Kept>(KEY);
  return MODES.includes(mode) && FROM.includes(from) && typeof in_order === "boolean" ? ({ mode, from, in_order } as Choice) : otherwise;
}

export const forget = () => note(KEY, null);

// What is asked depends on: the moves, not the places of the positions, which
// come when the worker has found them.
const content = (it: Open) => mark(it.session.pgn());

// Cards that are due by now.
function due(it: Open, choice: Choice, color: "white" | "black", now: number): number {
  const fresh = Exercise.begin(it, choice, color, now);
  const { left } = fresh.state();
  fresh.close();
  return left;
}

export class Exercise {
  readonly #drill: Drill;
  readonly #kept: Kept;
  total = 0; // lines or cards since it began, or began again
  #before = 0; // the cards, before the last answer
  // The last move, and whether it was right; null: none since the line began.
  last: (RepMove & { right?: boolean }) | null = null;
  // Whether there was a question since it began, or began again.
  asked = false;
  retried = false; // only what was mistaken before is asked

  constructor(it: Open, kept: Kept) {
    const node = kept.node === null ? null : it.session.find(kept.node);
    this.#drill = new Drill(it.session, { ...kept, node });
    this.#kept = { ...kept, steps: [] };
    this.total = this.#drill.state().left;
  }

  static begin(it: Open, choice: Choice, color: "white" | "black", now: number): Exercise {
    const { node } = it.session.state();
    return new Exercise(it, {
      ...choice, color, now, seed: Date.now(), name: it.name, said: content(it), cards: choice.mode === "due" ? it.cards : "", reviewed: mark(it.cards),
      new_most: newLeft(), node: node === null ? null : it.session.node(node).fen, steps: [], end: "",
    });
  }

  // As it was left, if that is what is open and chosen; null: it is not.  What
  // is complete stays so until more cards are due.
  static resume(it: Open, choice: Choice, color: "white" | "black", now: number): Exercise | null {
    const kept = noted<Kept>(KEY) as Kept;
    const same = { ...choice, color, name: it.name, said: content(it) };
    if (!Array.isArray(kept.steps) || kept.steps.length === 0 || Object.entries(same).some(([key, value]) => kept[key as keyof Kept] !== value)) return null;
    let made: Exercise | null = null;
    try {
      made = new Exercise(it, kept);
      for (const step of kept.steps) made.#do(step);
      if (made.#end() === kept.end && (choice.mode !== "due" || made.#current(it, choice, now))) return made;
    } catch {
      // of an older version, or damaged
    }
    made?.close();
    return null;
  }

  // Cards that another tab has reviewed meanwhile are not put back.
  #current(it: Open, choice: Choice, now: number): boolean {
    const { color, reviewed } = this.#kept;
    return this.state().left > 0 ? reviewed === mark(it.cards) : due(it, choice, color, now) === 0;
  }

  #do(step: Step): boolean {
    const d = this.#drill;
    switch (step[0]) {
      case "next":
        if (!d.next()) return false;
        this.last = null;
        this.asked = true;
        break;
      case "answer":
        this.last = d.answer(step[1], step[2]);
        if (this.last.right && this.#kept.mode === "due") this.#kept.reviewed = mark(d.cards());
        break;
      case "reply": this.last = d.reply(); break;
      case "reset": d.reset(step[1], step[2]); this.#anew(); break;
      case "retry": d.retry(); this.#anew(true); break;
    }
    this.#kept.steps.push(step);
    return true;
  }

  #anew(retried = false): void {
    this.asked = false;
    this.retried = retried;
    this.total = this.#drill.state().left;
  }

  // Without the number of the position: another session has others.
  #end = () => JSON.stringify({ ...this.#drill.state(), node: 0 });

  #step(...step: Step): boolean {
    const done = this.#do(step);
    if (done) note(KEY, { ...this.#kept, end: this.#end() } satisfies Kept);
    return done;
  }

  next = () => this.#step("next");
  answer(uci: string, now: number): RepMove & { right: boolean; more_owed: boolean } {
    this.#before = this.#kept.reviewed;
    this.#step("answer", uci, now);
    return this.last as ReturnType<Drill["answer"]>;
  }
  reply(): RepMove {
    this.#step("reply");
    return this.last!;
  }
  reset = (now: number) => this.#step("reset", Date.now(), now);
  retry = () => this.#step("retry");

  state = () => this.#drill.state();
  hint = () => this.#drill.hint();
  slips = () => this.#drill.slips();
  // The cards of the repertoire with the last answer; what was reviewed
  // elsewhere stays.
  cards(theirs: string): string {
    const own = this.#drill.cards();
    return mark(theirs) === this.#before ? own : core().mergeCards(theirs, own);
  }
  close = () => this.#drill.close();
}
