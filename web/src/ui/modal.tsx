// A dialog: the browser keeps the focus within, and gives it back when it is closed.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../texts";

interface Props {
  title: string;
  class?: string;
  onClose(): void;
  children: ComponentChildren;
}

export function Modal({ title, class: kind, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    const it = box.current!;
    const closed = () => latest.current();
    it.addEventListener("close", closed);
    it.showModal();
    // The event comes after the closing: by then another dialog may be open, which
    // must not be closed by it.
    return () => {
      it.removeEventListener("close", closed);
      it.close();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={kind}
      aria-labelledby="dialog-title"
      onClick={(e) => e.target === box.current && box.current?.close()}
    >
      <header>
        <h2 id="dialog-title">{title}</h2>
        <button class="icon" aria-label={t("Close")} onClick={() => box.current?.close()}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
