// A drill whose steps are noted, so that it goes on after a reload: the core
// draws lines from a seed, so the same steps lead to the same question.
import { Drill, type DrillOptions } from "../core";
import type { RepMove } from "../types";
import { mark, type Open } from "./rep";
import { note, noted } from "./storage";

export type Choice = Pick<DrillOptions, "mode" | "from" | "in_order">;

type Step = ["next"] | ["answer", uci: string, now: number] | ["reply"] | ["reset", seed: number, now: number] | ["retry"];

interface Kept extends Omit<DrillOptions, "node"> {
  name: string; // of the repertoire
  text: number; // and what it says
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

export class Exercise {
  readonly #drill: Drill;
  readonly #kept: Kept;
  // The last move, and whether it was right; null: none since the line began.
  last: (RepMove & { right?: boolean }) | null = null;

  constructor(it: Open, kept: Kept) {
    const node = kept.node === null ? null : it.session.find(kept.node);
    this.#drill = new Drill(it.session, { ...kept, node });
    this.#kept = { ...kept, steps: [] };
  }

  static begin(it: Open, choice: Choice, color: "white" | "black", now: number): Exercise {
    const { node } = it.session.state();
    return new Exercise(it, {
      ...choice, color, now, seed: Date.now(), name: it.name, text: mark(it.session.write()), cards: choice.mode === "due" ? it.cards : "", reviewed: mark(it.cards),
      node: node === null ? null : it.session.node(node).fen, steps: [], end: "",
    });
  }

  // As it was left, if that is what is open and chosen; null: it is not.
  static resume(it: Open, choice: Choice, color: "white" | "black"): Exercise | null {
    const kept = noted<Kept>(KEY) as Kept;
    const same = { ...choice, color, name: it.name, text: mark(it.session.write()) };
    if (!Array.isArray(kept.steps) || kept.steps.length === 0 || Object.entries(same).some(([key, value]) => kept[key as keyof Kept] !== value)) return null;
    let made: Exercise | null = null;
    try {
      made = new Exercise(it, kept);
      for (const step of kept.steps) made.#do(step);
      // cards that another tab has reviewed meanwhile are not put back
      if ((choice.mode !== "due" || kept.reviewed === mark(it.cards)) && made.#end() === kept.end) return made;
    } catch {
      // of an older version, or damaged
    }
    made?.close();
    return null;
  }

  #do(step: Step): boolean {
    const d = this.#drill;
    switch (step[0]) {
      case "next":
        if (!d.next()) return false;
        this.last = null;
        break;
      case "answer":
        this.last = d.answer(step[1], step[2]);
        if (this.last.right && this.#kept.mode === "due") this.#kept.reviewed = mark(d.cards());
        break;
      case "reply": this.last = d.reply(); break;
      case "reset": d.reset(step[1], step[2]); break;
      case "retry": d.retry(); break;
    }
    this.#kept.steps.push(step);
    return true;
  }

  #end = () => JSON.stringify(this.#drill.state());

  #step(...step: Step): boolean {
    const done = this.#do(step);
    if (done) note(KEY, { ...this.#kept, end: this.#end() } satisfies Kept);
    return done;
  }

  next = () => this.#step("next");
  answer(uci: string, now: number): RepMove & { right: boolean; more_owed: boolean } {
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
  cards = () => this.#drill.cards();
  close = () => this.#drill.close();
}
