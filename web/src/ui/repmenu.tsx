// What can be done with the repertoire as a whole: files, links, its name and side.
import { useState } from "preact/hooks";
import { server } from "../api";
import { counted, fail, route, tell } from "../state/app";
import * as position from "../state/position";
import * as rep from "../state/rep";
import { packed } from "../state/share";
import { download } from "./download";
import { Icon } from "./icons";
import { Popover } from "./popover";
import { TextField } from "./textfield";
import { t } from "../texts";

// A link that has the repertoire inside; null: it is too large for one.
async function linkTo(it: rep.Open): Promise<string | null> {
  const link = await packed(it.session.write());
  if (!link) return null;
  // so that the board is there before the repertoire is read
  const begins = it.session.find(position.START) !== null;
  const side = begins ? `side=${rep.state.value!.color === "white" ? "w" : "b"}&` : "";
  return `${location.href.split("#")[0]}#/explore?${side}r=${link}`;
}

export function RepMenu() {
  const it = rep.open.value!;
  const state = rep.state.value!;
  const [copied, setCopied] = useState("");
  const share = async () => {
    const url = await linkTo(it);
    if (!url) {
      tell(t("This repertoire is too large for a link; export it as a file."), "error");
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      tell(t("The link is in the clipboard."));
    } catch {
      setCopied(url);
    }
  };
  const pgn = () => download(`${it.name}.pgn`, it.session.pgn(), "application/x-chess-pgn");
  return (
    <Popover button={<Icon name="more" />} label={t("Repertoire menu")}>
      {(close) => {
        const row = (title: string, run: () => unknown, stay = false) => (
          <button class="row" onClick={() => (stay || close(), void run())}>
            {title}
          </button>
        );
        return (
          <>
            {row(t("Open another"), rep.close)}
            <hr />
            {row(t("Download the file"), () => download(`${it.name}.txt`, it.session.write()))}
            {row(t("Download as PGN"), pgn)}
            {row(t("Share link"), share, true)}
            {server.value?.repertoires &&
              row(t("Save on the server"), () => rep.saveServed().catch(fail))}
            {copied && (
              <input
                readOnly
                value={copied}
                aria-label={t("Link")}
                onFocus={(e) => e.currentTarget.select()}
              />
            )}
            {route.value.screen === "build" && <Details />}
            <hr />
            <p class="quiet">
              {it.name}{t(".txt,")} {state.version ? t("read from version {version}", { version: state.version }) : "new"}
            </p>
            {it.faults.length > 0 && <Faults />}
          </>
        );
      }}
    </Popover>
  );
}

// What Build can change.
function Details() {
  const it = rep.open.value!;
  const clear = () => {
    if (confirm(t("Remove every move of this repertoire? Undo brings them back."))) rep.clear();
  };
  return (
    <>
      <hr />
      <label>
        {t("File name")}
        <TextField value={it.name} onChange={(e) => void rep.rename(e.currentTarget.value)} />
      </label>
      <label>
        {t("Plays")}
        <select
          value={rep.state.value!.color}
          onChange={(e) => rep.setColor(e.currentTarget.value as "white" | "black")}
        >
          <option value="white">{t("White")}</option>
          <option value="black">{t("Black")}</option>
        </select>
      </label>
      <button onClick={clear}>{t("Remove all moves")}</button>
    </>
  );
}

function Faults() {
  const { faults } = rep.open.value!;
  return (
    <details>
      <summary>{counted(faults.length, "remark")} {t("on the file")}</summary>
      <ul class="faults">
        {faults.slice(0, 200).map((f, i) => (
          <li key={i} class={f.severity}>
            {f.line}:{f.column} {f.message}
          </li>
        ))}
      </ul>
    </details>
  );
}
