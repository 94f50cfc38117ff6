// The buttons that walk along moves, for those without a keyboard.
import { Icon } from "./icons";
import { t } from "../texts";

export interface Walk {
  first(): void;
  back(): void;
  next(): void;
  last(): void;
}

// null: there is nowhere to go now.
export function Steps({ walk }: { walk: Walk | null }) {
  const button = (label: string, name: "first" | "back" | "next" | "last") => (
    <button
      class="icon"
      aria-label={label}
      title={label}
      disabled={!walk}
      onClick={() => walk?.[name]()}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <>
      {button(t("To the start"), "first")}
      {button(t("Back"), "back")}
      {button(t("Forward"), "next")}
      {button(t("To the end"), "last")}
    </>
  );
}
