// The conditions of a search: what the server calls them, and what the user sees.
// conditions.json is made by `tabiya __conditions` from the table of the database.
import conditions from "./conditions.json";
import { t } from "../texts";

type Field = { name: string; label: string; hint?: string; options?: readonly [string, string][] };

// What stands for no condition, where it is not "any"; and words as people read them.
const NONE: Record<string, string> = { as: t("either"), by: t("either"), ended: t("anything") };
const SHOWN: Record<string, string> = {
  white: t("White"), black: t("Black"), "1-0": "1–0", "1/2-1/2": "½–½", "0-1": "0–1",
};
const shown = (word: string) => SHOWN[word] ?? t(word.replaceAll("_", " "));

export const FIELDS: readonly Field[] = [
  ...conditions.map(({ name, label: text, example, words }): Field => {
    const label = t(text);
    if (!words.length) return example ? { name, label, hint: example } : { name, label };
    const options = words.map((word): [string, string] => [word, shown(word)]);
    return { name, label, options: [["", NONE[name] ?? t("any")], ...options] };
  }),
  {
    name: "sort",
    label: t("Sort"),
    options: [["", t("as stored")], ["date", t("latest first")], ["elo", t("best first")], ["plies", t("longest first")]],
  },
];

// A sentence of the server with the names that the user sees.
export const inWords = (sentence: string) =>
  sentence.replace(/'([a-z-]+)'/g, (quoted, name: string) => {
    const field = FIELDS.find((f) => f.name === name);
    return field ? `“${field.label}”` : quoted;
  });
