// Which games the table counts, as chips: two that are often wanted, and all others.
import { FIELDS } from "../state/fields";
import { filters } from "../state/position";
import { Icon } from "./icons";
import { Popover } from "./popover";
import { TextField } from "./textfield";
import { t } from "../texts";

const QUICK = { elo: "2300+", date: "2010.." };
// What makes sense of a table of moves.
const MORE = ["elo", "date", "player", "as", "result", "time-class", "event"];

const MORE_FIELDS = FIELDS.filter((f) => MORE.includes(f.name));

const set = (name: string, value: string) => {
  const { [name]: _, ...others } = filters.value;
  filters.value = value ? { ...others, [name]: value } : others;
};

export const chipText = (name: string, value: string): string => {
  const field = FIELDS.find((f) => f.name === name);
  const since = /^(\d+)\.\.$/.exec(value);
  if (name === "date" && since) return t("since {year}", { year: since[1] });
  if (name === "elo" || name === "date") return value;
  return `${field?.label ?? name}: ${field?.options?.find(([v]) => v === value)?.[1] ?? value}`;
};

export function Filters() {
  const now = filters.value;
  const others = Object.entries(now).filter(([name]) => !(name in QUICK));
  return (
    <div class="chips" role="group" aria-label={t("Filters")}>
      {Object.entries(QUICK).map(([name, usual]) => (
        <button
          key={name}
          class="chip"
          aria-pressed={name in now}
          onClick={() => set(name, name in now ? "" : usual)}
        >
          {chipText(name, now[name] ?? usual)}
        </button>
      ))}
      {others.map(([name, value]) => (
        <button key={name} class="chip" aria-pressed="true" onClick={() => set(name, "")}>
          {chipText(name, value)} <span aria-hidden="true">×</span>
        </button>
      ))}
      <Popover class="chip" label={t("Filter")} button={<><Icon name="filter" /> {t("Filter")}</>}>
        {() => MORE_FIELDS.map((f) => <Field key={f.name} {...f} />)}
      </Popover>
    </div>
  );
}

function Field({ name, label, hint, options }: (typeof FIELDS)[number]) {
  const value = filters.value[name] ?? "";
  const change = (e: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    set(name, e.currentTarget.value.trim());
  return (
    <label>
      {label}
      {options ? (
        <select value={value} onChange={change}>
          {options.map(([v, text]) => (
            <option key={v} value={v}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <TextField value={value} placeholder={hint} autocomplete="off" onChange={change} />
      )}
    </label>
  );
}
