// A button with a small window below it, closed by Escape, a press elsewhere, or what
// was chosen in it.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  button: ComponentChildren;
  label: string;
  class?: string;
  right?: boolean; // its right edge is the button's
  children(close: () => void): ComponentChildren;
}

export function Popover({ button, label, class: kind = "icon", right = false, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // before the frame: who sees the window can close it
  useLayoutEffect(() => {
    if (!open) return undefined;
    const press = (e: Event) => !box.current?.contains(e.target as Node) && setOpen(false);
    const key = (e: KeyboardEvent) => {
      if (e.key !== "Escape") return;
      e.stopPropagation();
      setOpen(false);
      box.current?.querySelector("button")?.focus();
    };
    addEventListener("pointerdown", press, true);
    addEventListener("keydown", key, true);
    return () => {
      removeEventListener("pointerdown", press, true);
      removeEventListener("keydown", key, true);
    };
  }, [open]);
  return (
    <div class="popover" ref={box}>
      <button
        type="button"
        class={kind}
        aria-label={label}
        aria-expanded={open}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div class={right ? "sheet right" : "sheet"} role="group" aria-label={label}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
