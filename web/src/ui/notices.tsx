// What the page says: at the bottom of the window, and in a place of its own below the
// screen, so that all of that can be scrolled free of it.
import { useLayoutEffect, useRef } from "preact/hooks";
import { dismiss, notices } from "../state/app";
import { narrow } from "../state/room";
import { t } from "../texts";

const BARS = 56 + 48; // at the bottom of a phone: places and steps

export function Notices() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--notices", `${box.current!.offsetHeight}px`);
    style.scrollPaddingBottom = `${box.current!.offsetHeight + (narrow.value ? BARS : 0)}px`;
  }, [notices.value, narrow.value]);
  return (
    <div class="notices" ref={box}>
      {notices.value.map((n) => (
        <div key={n.id} class={n.kind} role={n.kind === "error" ? "alert" : "status"}>
          {n.text}
          {n.offer && <button onClick={n.offer.run}>{n.offer.title}</button>}
          <button class="icon" aria-label={t("Close")} onClick={() => dismiss(n.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
