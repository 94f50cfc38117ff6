// Keys, settings, and who made what.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { GROUPS, listed } from "../keys";
import { LETTERS, MOST_LINES, change, dialog, settings, type Settings } from "../state/app";

interface Frame {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

// The browser keeps the focus within, and gives it back when it is closed.
export function Modal({ title, onClose, children }: Frame) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const it = box.current!;
    it.showModal();
    return () => it.close();
  }, []);
  return (
    <dialog ref={box} aria-labelledby="dialog-title" onClose={onClose} onClick={(e) => e.target === box.current && box.current?.close()}>
      <header>
        <h2 id="dialog-title">{title}</h2>
        <button class="icon" aria-label="Close" onClick={() => box.current?.close()}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

const BODIES = { keys: ["Keys", Keys], settings: ["Settings", Setting], about: ["About tabiya", About] } as const;

export function Dialogs() {
  if (!dialog.value) return null;
  const [title, Body] = BODIES[dialog.value];
  return (
    <Modal title={title} onClose={() => (dialog.value = null)}>
      <Body />
    </Modal>
  );
}

function Keys() {
  return (
    <>
      <div class="keys">
        {GROUPS.map(({ group, title }) => (
          <section key={group}>
            <h3>{title}</h3>
            <dl>
              {listed(group).map(({ keys, text }) => (
                <div key={text}>
                  <dt>{keys}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="quiet">On the board: Enter steps onto the squares, the arrows walk, Enter takes and puts down, Esc leaves. In Practice no key shows an answer.</p>
    </>
  );
}

function Choice<K extends keyof Settings>({ of, label, options }: { of: K; label: string; options: readonly [Settings[K] & string, string][] }) {
  return (
    <label>
      {label}
      <select value={String(settings.value[of])} onChange={(e) => change({ [of]: e.currentTarget.value } as Partial<Settings>)}>
        {options.map(([value, text]) => (
          <option key={text} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Setting() {
  return (
    <>
      <div class="settings">
        <Choice of="theme" label="Colours" options={[["system", "As the system"], ["light", "Light"], ["dark", "Dark"]]} />
        <Choice of="letters" label="Letters of pieces" options={LETTERS} />
        <Choice of="notation" label="Moves of games" options={[["san", "Standard: Nf3, exd5"], ["short", "The shortest that is clear"]]} />
        <Choice of="keys" label="Arrow keys" options={[["tabiya", "Of each screen"], ["lichess", "Left and right step, as on Lichess"]]} />
        <label>
          Lines of the engine
          <input type="number" min={1} max={MOST_LINES} value={settings.value.lines} onChange={(e) => change({ lines: Math.min(MOST_LINES, Math.max(1, Math.round(e.currentTarget.valueAsNumber) || 1)) })} />
        </label>
        <label class="switch">
          <input type="checkbox" checked={settings.value.labels} onChange={(e) => change({ labels: e.currentTarget.checked })} />
          Moves on the graph
        </label>
        <label class="switch">
          <input type="checkbox" checked={settings.value.sound} onChange={(e) => change({ sound: e.currentTarget.checked })} />
          Sound
        </label>
      </div>
      <p>
        <button
          class="link"
          onClick={(e) => {
            e.currentTarget.closest("dialog")?.querySelector("button")?.focus(); // this one goes away
            dialog.value = "about";
          }}
        >
          About tabiya
        </button>
      </p>
    </>
  );
}

// The texts are a file beside the page; the single file has them inside.
function Licences() {
  if (!__SINGLE__)
    return (
      <p>
        <a href="./THIRD-PARTY.txt" target="_blank">
          Their licences
        </a>
      </p>
    );
  return (
    <details>
      <summary>Their licences</summary>
      <pre class="licences">{document.querySelector<HTMLTemplateElement>("#licences")?.content.textContent}</pre>
    </details>
  );
}

function About() {
  return (
    <>
      <p>Repertoires, games and openings as one graph of positions. MIT licence.</p>
      <ul>
        <li>Board: cm-chessboard by Stefan Haack, MIT.</li>
        <li>
          Pieces: Colin M. L. Burnett (Cburnett) and Rfc1394, Wikimedia Commons, changed by shaack, <a href="https://creativecommons.org/licenses/by-sa/3.0/" target="_blank">CC BY-SA 3.0</a>.
        </li>
        {!__SINGLE__ && (
          <li>
            Engine in the browser: Stockfish, <a href="./engine/Copying.txt" target="_blank">GPL 3</a>; Stockfish.js by Nathan Rugg. Its source is at <a href="https://github.com/nmrugg/stockfish.js" target="_blank">github.com/nmrugg/stockfish.js</a>.
          </li>
        )}
        <li>Preact and signals, MIT. Names of openings: lichess-org/chess-openings, CC0.</li>
      </ul>
      <Licences />
      <p class="quiet">Nothing you open here leaves this machine.</p>
    </>
  );
}
