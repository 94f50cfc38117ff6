// Keys, settings, and who made what.
import { GROUPS, listed } from "../keys";
import { dialog, question } from "../state/app";
import { AskPgn } from "./askpgn";
import { lazy } from "./lazy";
import { Modal } from "./modal";
import { SettingsBody } from "./settings";
import { t } from "../texts";

const Search = lazy(async () => (await import("./search")).Search);
const Tour = lazy(async () => (await import("./tour")).Tour);

const BODIES = { keys: [t("Keys"), Keys], settings: [t("Settings"), SettingsBody], about: [t("About tabiya"), About] } as const;

export function Dialogs() {
  if (question.value) return <AskPgn {...question.value} />;
  if (!dialog.value) return null;
  if (dialog.value === "search") return <Search />;
  if (dialog.value === "tour") return <Tour />;
  const [title, Body] = BODIES[dialog.value];
  return (
    <Modal key={dialog.value} title={title} onClose={() => (dialog.value = null)}>
      <Body />
    </Modal>
  );
}

// What is the same everywhere is said once.
function Keys() {
  const lists = GROUPS.map(({ group, title }) => ({ title, rows: listed(group) }));
  const same = lists[0]!.rows.filter(({ keys, text }) =>
    lists.every(({ rows }) => rows.some((r) => r.keys === keys && r.text === text)));
  const own = lists.map(({ title, rows }) => ({
    title, rows: rows.filter((r) => !same.some((s) => s.text === r.text)),
  }));
  return (
    <>
      <div class="keys">
        {[...own, { title: t("Everywhere"), rows: same }].map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ keys, text }) => (
                <div key={text}>
                  <dt>{keys}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="quiet">{t("On the board: Enter steps onto the squares, the arrows walk, Enter takes and puts down, Esc leaves. In Practice no key shows an answer.")}</p>
      <p>
        <button class="link" onClick={() => (dialog.value = "tour")}>
          {t("Take the tour")}
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
          {t("Their licences")}
        </a>
      </p>
    );
  return (
    <details>
      <summary>{t("Their licences")}</summary>
      <pre class="licences">{document.querySelector<HTMLTemplateElement>("#licences")?.content.textContent}</pre>
    </details>
  );
}

function About() {
  return (
    <>
      <p>{t("Repertoires, games and openings as one graph of positions. MIT licence.")}</p>
      <ul>
        <li>{t("Board: cm-chessboard by Stefan Haack, MIT.")}</li>
        <li>
          {t("Pieces: Colin M. L. Burnett (Cburnett) and Rfc1394, Wikimedia Commons, changed by shaack,")} <a href="https://creativecommons.org/licenses/by-sa/3.0/" target="_blank">{t("CC BY-SA 3.0")}</a>.
        </li>
        {!__SINGLE__ && (
          <li>
            {t("Engine in the browser: Stockfish,")} <a href="./engine/Copying.txt" target="_blank">{t("GPL 3")}</a>{t("; Stockfish.js by Nathan Rugg. Its source is at")} <a href="https://github.com/nmrugg/stockfish.js" target="_blank">{t("github.com/nmrugg/stockfish.js")}</a>.
          </li>
        )}
        <li>{t("Preact and signals, MIT. Names of openings: lichess-org/chess-openings, CC0.")}</li>
      </ul>
      <Licences />
      <p class="quiet">{t("Nothing you open here leaves this machine.")}</p>
    </>
  );
}
