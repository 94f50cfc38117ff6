// What the strip below the graph shows: chosen here, and explained.
import { server } from "../api";
import { change, type Settings } from "../state/app";
import { colour, trouble, width, words } from "../state/overview";
import * as rep from "../state/rep";

const WIDTHS = { lines: "lines", games: "games", due: "due cards" };
const COLOURS = { plain: "none", score: "score", retention: "retention" };

export function Overview() {
  const games = !!server.value?.database;
  const choice = (label: "Width" | "Colour", now: string, names: Record<string, string>, key: keyof Settings) => (
    <label class="switch">
      {label}
      <select value={now} onChange={(e) => change({ [key]: e.currentTarget.value })}>
        {Object.entries(names).map(([value, name]) => (
          <option key={value} value={value} disabled={!games && (value === "games" || value === "score")}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="buttons" role="group" aria-label="Overview">
      {choice("Width", width.value, WIDTHS, "width")}
      {choice("Colour", colour.value, COLOURS, "colour")}
      {colour.value !== "plain" && (
        <span class="legend">
          0 % <i /> 100 % <i class="unknown" /> not known
        </span>
      )}
      <span class="quiet" role="status">{trouble.value || words(rep.state.value?.node ?? null)}</span>
    </div>
  );
}
