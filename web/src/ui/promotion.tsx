// Which piece a pawn becomes, or which of two moves was meant.
import { look } from "../state/position";
import type { Move } from "../types";
import { Modal } from "./modal";
import { t } from "../texts";

const NAMES: Record<string, string> = { q: t("Queen"), r: t("Rook"), b: t("Bishop"), n: t("Knight") };

interface Props {
  choices: readonly Move[];
  onChoose(move: Move): void;
  onClose(): void;
}

export function Promotion({ choices, onChoose, onClose }: Props) {
  const color = look.value.turn === "white" ? "w" : "b";
  return (
    <Modal title={t("Promote to")} onClose={onClose}>
      <div class="buttons promotion">
        {choices.map((m, i) => (
          <button key={m.uci} autoFocus={i === 0} onClick={() => onChoose(m)}>
            <svg viewBox="0 0 40 40" aria-hidden="true">
              <use href={`#${color}${m.promotion ?? "k"}`} />
            </svg>
            {m.promotion ? NAMES[m.promotion] : m.san}
          </button>
        ))}
      </div>
    </Modal>
  );
}
