// The four buttons that walk along moves, for those without a keyboard.
import { Icon } from "./icons";

interface Props {
  first(): void;
  back(): void;
  next(): void;
  last(): void;
}

export function Steps({ first, back, next, last }: Props) {
  return (
    <>
      <button aria-label="To the start" onClick={first}><Icon name="first" /></button>
      <button aria-label="Back" onClick={back}><Icon name="back" /></button>
      <button aria-label="Forward" onClick={next}><Icon name="next" /></button>
      <button aria-label="To the end" onClick={last}><Icon name="last" /></button>
    </>
  );
}
