// Takes the last change back, and makes it again.
import { Icon } from "./icons";
import { t } from "../texts";

interface Props {
  can: readonly [undo: boolean, redo: boolean];
  undo(): void;
  redo(): void;
}

export function Undo({ can, undo, redo }: Props) {
  const button = (name: "undo" | "redo", label: string, enabled: boolean, run: () => void) => (
    <button class="icon" aria-label={label} title={label} disabled={!enabled} onClick={run}>
      <Icon name={name} />
    </button>
  );
  return (
    <>
      {button("undo", t("Undo"), can[0], undo)}
      {button("redo", t("Redo"), can[1], redo)}
    </>
  );
}
