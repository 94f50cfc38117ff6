// Takes a move as people write it.
import { useRef } from "preact/hooks";
import { core } from "../core";
import { fail, shown, typed } from "../state/app";
import { look } from "../state/position";
import type { Move } from "../types";
import { t } from "../texts";

export function SanBox({ enabled, onMove }: { enabled: boolean; onMove(m: Move): void }) {
  const box = useRef<HTMLInputElement>(null);
  const at = look.value;
  const submit = (event: Event) => {
    event.preventDefault();
    const field = box.current!;
    if (!field.value.trim()) return;
    try {
      const { uci } = core().play(at.fen, typed(field.value.trim()));
      const move = at.moves.find((m) => m.uci === uci);
      if (move) onMove(move);
      field.value = "";
    } catch (error) {
      fail(error);
      field.select();
    }
  };
  return (
    <form class="san" onSubmit={submit}>
      <input
        ref={box}
        id="san"
        list="san-moves"
        placeholder={t("Type a move")}
        aria-label={t("Type a move")}
        autocomplete="off"
        spellcheck={false}
        disabled={!enabled}
      />
      <kbd aria-hidden="true">/</kbd>
      <datalist id="san-moves">
        {enabled && at.moves.map((m) => <option key={m.uci} value={shown(m.san)} />)}
      </datalist>
    </form>
  );
}
