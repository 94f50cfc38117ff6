// Components on a page, as a person reads and uses them.
import { options, render, type ComponentChild } from "preact";
import { act } from "preact/test-utils";
import { afterEach, vi } from "vitest";

let host: HTMLElement | null = null;

const frames = options as { requestAnimationFrame?: ((run: () => void) => void) | undefined };

afterEach(() => {
  frames.requestAnimationFrame = undefined;
  if (!host) return;
  act(() => render(null, host!));
  host.remove();
  host = null;
});

export async function show(what: ComponentChild): Promise<HTMLElement> {
  host ??= document.body.appendChild(document.createElement("div"));
  act(() => render(what, host!));
  await settle();
  return host;
}

let held: (() => void) | null = null;

// The first frame: what is rendered.  What comes after it is held back until
// framed() is called.
export async function frame(what: ComponentChild): Promise<HTMLElement> {
  frames.requestAnimationFrame = (run) => void (held = run);
  host ??= document.body.appendChild(document.createElement("div"));
  render(what, host);
  await now();
  return host;
}

export const framed = () => (held?.(), (held = null));

// What is done in this turn is shown.
export async function now(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

const LONGEST = 60_000; // milliseconds, against what would never come

// Until `done` holds, or what is under way has come to an end.
export async function settle(done: () => boolean = () => true): Promise<void> {
  for (let i = 0, end = Date.now() + LONGEST; Date.now() < end; i++) {
    await act(() => new Promise((next) => setTimeout(next, 5)));
    if (i > 0 && done()) return;
  }
  throw new Error(`it never came to that; the page says: ${text(document.body)}`);
}

// Looks again until the check passes.
export const eventually = <T>(check: () => T): Promise<T> => vi.waitFor(check, LONGEST);

const squeezed = (s: string | null) => (s ?? "").replace(/\s+/g, " ").trim();
export const text = (of: Element | null = host) => squeezed(of?.textContent ?? "");
export const texts = (selector: string) => [...host!.querySelectorAll(selector)].map(text);
export const one = <E extends Element = HTMLElement>(selector: string): E => {
  const found = host!.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector}; the page says: ${text()}`);
  return found;
};

// What a control is called: by its label or by what stands on it.
function nameOf(control: Element): string {
  const label = control.closest("label");
  const own = control.matches("button, a, summary") ? control.textContent : label && [...label.childNodes].filter((n) => n !== control && !n.contains(control)).map((n) => n.textContent).join("");
  return squeezed(control.getAttribute("aria-label") ?? own);
}

export function control<E extends HTMLElement = HTMLElement>(name: string | RegExp): E {
  const all = [...host!.querySelectorAll<E>("button, a, input, select, textarea, summary")];
  const found = all.find((c) => (typeof name === "string" ? nameOf(c) === name : name.test(nameOf(c))));
  if (!found) throw new Error(`no control ${name}; there are: ${all.map(nameOf).join(" | ")}`);
  return found;
}

export const has = (name: string | RegExp) => {
  try {
    return Boolean(control(name));
  } catch {
    return false;
  }
};

export async function press(name: string | RegExp | HTMLElement): Promise<void> {
  const it = name instanceof HTMLElement ? name : control(name);
  if ((it as HTMLButtonElement).disabled) throw new Error(`${nameOf(it)} is disabled`);
  act(() => it.click());
  await settle();
}

export async function enter(name: string | RegExp, value: string): Promise<void> {
  const field = control<HTMLInputElement>(name);
  act(() => {
    field.value = value;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  });
  await settle();
}

export async function key(name: string, more: KeyboardEventInit = {}): Promise<void> {
  act(() => void dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more })));
  await settle();
}

// The board as those hear it who do not see it, and as it is drawn.
export function board(): { fen: string; side: string; pieces: number } {
  const it = one(".boardhost");
  return { fen: it.dataset.fen!.split(" ")[0]!, side: it.dataset.side!, pieces: it.querySelectorAll("[data-piece]").length };
}

export async function type(move: string): Promise<void> {
  const box = control<HTMLInputElement>("Type a move");
  act(() => {
    box.value = move;
    box.form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
  await settle();
}
