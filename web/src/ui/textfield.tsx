// A field whose text is its own while it is typed: only another value changes it.
// Preact would put the value back whenever the field is drawn again.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type Shared<Props> = Omit<Props, "value" | "ref">;

interface Input extends Shared<JSX.InputHTMLAttributes<HTMLInputElement>> {
  value: string | number;
}
interface Area extends Shared<JSX.TextareaHTMLAttributes<HTMLTextAreaElement>> {
  value: string;
}

function useText<Box extends { value: string }>(value: string | number) {
  const box = useRef<Box>(null);
  useLayoutEffect(() => void (box.current!.value = String(value)), [value]);
  return box;
}

export function TextField({ value, ...rest }: Input) {
  return <input ref={useText<HTMLInputElement>(value)} {...rest} />;
}

export function TextArea({ value, ...rest }: Area) {
  return <textarea ref={useText<HTMLTextAreaElement>(value)} {...rest} />;
}
