// The engine looks at positions of the repertoire, one after the other.
import { signal } from "@preact/signals";
import { say, tell } from "./app";
import * as rep from "./rep";
import { t } from "../texts";

export const progress = signal<{ done: number; total: number } | null>(null);
export const trouble = signal("");
let stop = new AbortController();

// FENs of the ends of lines, or of all positions, that have no evaluation yet.
export function wanted(all: boolean): string[] {
  const session = rep.open.value!.session;
  return session.fens().filter((fen, node) => {
    if (!fen) return false;
    const at = session.node(node);
    return !at.eval && (all || at.moves.length === 0);
  });
}

export function cancel(): void {
  stop.abort();
  progress.value = null;
}

export async function evaluate(fens: readonly string[]): Promise<void> {
  cancel();
  const { signal } = (stop = new AbortController());
  const name = rep.open.value!.name;
  trouble.value = "";
  progress.value = { done: 0, total: fens.length };
  try {
    const { evaluate: ask, quit } = await import("./analysis");
    for (const [i, fen] of fens.entries()) {
      const { text } = await ask(fen, signal);
      // another may be open by now
      if (signal.aborted || rep.open.value?.name !== name) break;
      rep.setEvalOf(fen, text.split(" ")[0]!);
      progress.value = { done: i + 1, total: fens.length };
    }
    quit();
    if (!signal.aborted) {
      say(t("The repertoire is evaluated."));
      tell(t("Evaluated: {n}. Undo takes them back one by one.", { n: progress.value.done }));
    }
  } catch (error) {
    if (signal.aborted) return;
    trouble.value = error instanceof Error ? error.message : String(error);
  }
  if (stop.signal === signal) progress.value = null;
}
