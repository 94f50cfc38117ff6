// How far a long question is, with a way to stop it; what went wrong with it.
import type { Signal } from "@preact/signals";
import { Trouble } from "./trouble";
import { t } from "../texts";

interface Props {
  question: { share: Signal<number | null>; trouble: Signal<string>; cancel(): void };
  label: string;
}

export function Asking({ question: { share, trouble, cancel }, label }: Props) {
  if (trouble.value) return <p><Trouble text={trouble.value} /></p>;
  if (share.value === null) return null;
  return (
    <p class="asking" role="status">
      <progress aria-label={label} max={1} value={share.value} />
      <button onClick={cancel}>{t("Cancel")}</button>
    </p>
  );
}
