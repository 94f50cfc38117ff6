// The tags of the game, each a field.
import { href, resultText } from "../state/app";
import * as viewed from "../state/game";
import { TextField } from "./textfield";
import { t } from "../texts";

const USUAL: readonly [name: string, title: string][] = [
  ["White", t("White")],
  ["Black", t("Black")],
  ["WhiteElo", t("White's rating")],
  ["BlackElo", t("Black's rating")],
  ["Event", t("Event")],
  ["Site", t("Site")],
  ["Date", t("Date")],
  ["Round", t("Round")],
];
const RESULTS = ["*", "1-0", "0-1", "1/2-1/2"];
// What the moves and the position say themselves.
const OWN = ["Result", "FEN", "SetUp", "Variant"];

export function GameInfo() {
  const { tree, id } = viewed.game.value!;
  const others = tree.tags
    .map(({ name }) => name)
    .filter((name) => !OWN.includes(name) && !USUAL.some(([usual]) => usual === name));
  const field = ([name, title]: readonly [string, string]) => (
    <label key={name}>
      {title}
      <TextField
        value={viewed.tag(name).replace(/^\?$/, "")}
        onChange={(e) => viewed.setTag(name, e.currentTarget.value.trim() || "?")}
      />
    </label>
  );
  return (
    <section class="gameinfo" aria-label={t("Game")}>
      {USUAL.map(field)}
      <label>
        {t("Result")}
        <select value={tree.result} onChange={(e) => viewed.setTag("Result", e.currentTarget.value)}>
          {RESULTS.map((r) => (
            <option key={r} value={r}>
              {r === "*" ? t("not over") : resultText(r)}
            </option>
          ))}
        </select>
      </label>
      {others.map((name) => field([name, name]))}
      {id !== null && (
        <p class="quiet wholerow">
          {t("Game {id}", { id })} · <a href={href("database")}>{t("← Games")}</a>
        </p>
      )}
    </section>
  );
}
