// How the page looks, sounds and takes keys.
import { PIECE_SETS } from "../board/pieces";
import { BOARDS, LETTERS, MOST_LINES, change, dialog, settings } from "../state/app";
import type { Settings } from "../state/app";
import { Miniature } from "./miniature";
import { TextField } from "./textfield";
import { t } from "../texts";

// Those settings that are one of some texts.
type Chosen = { [K in keyof Settings]: Settings[K] extends string ? K : never }[keyof Settings];
type Switched = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

interface ChoiceProps {
  of: Chosen;
  label: string;
  options: readonly (readonly [string, string])[];
}

const set = (of: Chosen, value: string) => change({ [of]: value } as Partial<Settings>);

function Choice({ of, label, options }: ChoiceProps) {
  return (
    <label class="field">
      {label}
      <select value={settings.value[of]} onChange={(e) => set(of, e.currentTarget.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Switch({ of, label }: { of: Switched; label: string }) {
  return (
    <label class="field">
      {label}
      <input
        type="checkbox"
        class="toggle"
        checked={settings.value[of]}
        onChange={(e) => change({ [of]: e.currentTarget.checked } as Partial<Settings>)}
      />
    </label>
  );
}

// Chosen by how it looks.
function Samples({ of, label, options }: ChoiceProps) {
  return (
    <fieldset class="swatches">
      <legend>{label}</legend>
      {options.map(([value, text]) => (
        <label key={value} class={`sample ${of}`} data-board={of === "board" ? value : undefined}>
          <input
            type="radio"
            name={of}
            value={value}
            checked={settings.value[of] === value}
            onChange={() => set(of, value)}
          />
          {of === "board" && <i aria-hidden="true" />}
          {text}
        </label>
      ))}
    </fieldset>
  );
}

const SHOWN = "r1bqk2r/2p2ppp/p1np1n2/1pb1p3/4P3/1BP2N2/PP1P1PPP/RNBQ1RK1 w kq - 0 1";

export function SettingsBody() {
  const lines = (input: HTMLInputElement) =>
    change({ lines: Math.min(MOST_LINES, Math.max(1, Math.round(input.valueAsNumber) || 1)) });
  return (
    <div class="settings">
      <section>
        <h3>{t("Board")}</h3>
        <div class="boardsettings">
          <Miniature fen={SHOWN} side="w" />
          <div>
            <Samples of="board" label={t("Colours of the board")} options={BOARDS} />
            <Samples of="pieces" label={t("Pieces")} options={PIECE_SETS} />
          </div>
        </div>
        <Switch of="coordinates" label={t("Coordinates")} />
        <Choice
          of="animation"
          label={t("Moving pieces")}
          options={[["none", t("At once")], ["quick", t("Quick")], ["slow", t("Slow")]]}
        />
        <Switch of="sound" label={t("Sound")} />
      </section>
      <section>
        <h3>{t("Moves")}</h3>
        <Choice of="letters" label={t("Letters of pieces")} options={LETTERS} />
        <Choice
          of="notation"
          label={t("Moves of games")}
          options={[["san", t("Standard: Nf3, exd5")], ["short", t("The shortest that is clear")]]}
        />
        <Switch of="labels" label={t("Moves on the graph")} />
        <h3>{t("Page")}</h3>
        <Choice
          of="theme"
          label={t("Colours")}
          options={[["system", t("As the system")], ["light", t("Light")], ["dark", t("Dark")]]}
        />
        <Choice
          of="keys"
          label={t("Arrow keys")}
          options={[["tabiya", t("Of each screen")], ["lichess", t("As on Lichess")]]}
        />
        <label class="field">
          {t("Lines of the engine")}
          <TextField
            type="number"
            min={1}
            max={MOST_LINES}
            value={settings.value.lines}
            onChange={(e) => lines(e.currentTarget)}
          />
        </label>
        <p class="quiet">{t("More contrast and less motion: as your system asks for.")}</p>
      </section>
      <p class="links">
        <Elsewhere to="keys" title={t("All keys")} />
        <Elsewhere to="about" title={t("About tabiya")} />
      </p>
    </div>
  );
}

function Elsewhere({ to, title }: { to: "keys" | "about"; title: string }) {
  const go = (button: HTMLElement) => {
    button.closest("dialog")?.querySelector("button")?.focus(); // this one goes away
    dialog.value = to;
  };
  return (
    <button class="link" onClick={(e) => go(e.currentTarget)}>
      {title}
    </button>
  );
}
