// What can be done with the game: save it, put it into a repertoire, set a position up,
// copy it.
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { counted, fail, tell, visit } from "../state/app";
import * as viewed from "../state/game";
import { imported, toDatabase } from "../state/intake";
import { library, reload } from "../state/library";
import * as position from "../state/position";
import * as rep from "../state/rep";
import { damaged } from "../state/storage";
import { boardImage } from "./boardimage";
import { download } from "./download";
import { Modal } from "./modal";
import { setUp } from "./setup";
import { t } from "../texts";

export const fileName = () =>
  `${viewed.tag("White") || t("White")} - ${viewed.tag("Black") || t("Black")}`.replace(/[\\/:*?"<>|]/g, "");

function savePgn(): void {
  download(`${fileName()}.pgn`, viewed.toPgn(), "application/x-chess-pgn");
  viewed.saved();
}

// A browser that gives no access to the clipboard gives a file.
async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("The {what} is in the clipboard.", { what }));
  } catch {
    download(`${fileName()}.${what.toLowerCase()}`, text);
  }
}

async function copyImage(): Promise<void> {
  const last = viewed.move(viewed.at.value)?.uci;
  const marks = { shapes: viewed.shapes.value, last: last ? [last.slice(0, 2), last.slice(2, 4)] : [] };
  const png = await boardImage(position.fen.value, position.side.value, marks);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    tell(t("The picture is in the clipboard."));
  } catch {
    download("board.png", png);
  }
}

async function toGames(): Promise<void> {
  imported.value = null;
  await toDatabase(new File([viewed.toPgn()], `${fileName()}.pgn`));
  const { imported: count = 0 } = (imported.peek() as { report: api.ImportReport } | null)?.report ?? {};
  if (count > 0) viewed.saved();
}

export function GameActions() {
  const [adding, setAdding] = useState(false);
  const empty = viewed.main.value.length === 0;
  // a game that is not over is left out of an import
  const over = viewed.game.value!.tree.result !== "*";
  // one of the database would be a duplicate there, without its new comments and lines
  const database = !!api.server.value?.database && viewed.game.value!.id === null;
  return (
    <section class="actions card pad" aria-label={t("With this game")}>
      {database && !empty && (
        <button
          class="primary"
          disabled={!over}
          title={over ? undefined : t("A game needs a result for that: Info has it.")}
          onClick={() => void toGames().catch(fail)}
        >
          {t("Save to the database")}
        </button>
      )}
      <button disabled={empty} onClick={savePgn}>
        {t("Download PGN")}
      </button>
      <button disabled={empty} onClick={() => setAdding(true)}>
        {t("Add to a repertoire")}
      </button>
      <button onClick={() => setUp(position.fen.value)}>{t("Set up a position")}</button>
      <div class="copies" role="group" aria-label={t("Copy")}>
        <span class="quiet">{t("Copy")}</span>
        <button onClick={() => void copy("FEN", position.fen.value)}>FEN</button>
        <button onClick={() => void copy("PGN", viewed.toPgn())}>PGN</button>
        <button onClick={() => void copyImage().catch(fail)}>{t("Image")}</button>
      </div>
      <button onClick={() => viewed.begin()}>{t("New game")}</button>
      {adding && <AddTo onClose={() => setAdding(false)} />}
    </section>
  );
}

// Which part of the game, and into which repertoire.
function AddTo({ onClose }: { onClose(): void }) {
  const [whole, setWhole] = useState(viewed.at.value < 0);
  useEffect(() => void reload(), []);
  const put = async (run: (pgn: string) => Promise<boolean> | boolean) => {
    const pgn = whole ? viewed.toPgn() : viewed.lineOnly();
    onClose();
    if (await run(pgn)) visit("build");
  };
  const fresh = (color: "white" | "black") => async (pgn: string) => {
    await rep.fresh(color);
    return rep.merge(pgn);
  };
  const stored = (name: string) => async (pgn: string) =>
    rep.open.value?.name === name || (await rep.reopen(name)) ? rep.merge(pgn) : false;
  const row = (title: string, more: string, run: (pgn: string) => Promise<boolean> | boolean) => (
    <button key={title + more} onClick={() => void put(run).catch(fail)}>
      {title} <small>{more}</small>
    </button>
  );
  const choice = (all: boolean, title: string) => (
    <label class="chip">
      <input type="radio" name="part" checked={whole === all} onChange={() => setWhole(all)} />
      {title}
    </label>
  );
  return (
    <Modal title={t("Add to a repertoire")} onClose={onClose}>
      <div class="ask">
        <div class="chips" role="group" aria-label={t("What to add")}>
          {viewed.at.value >= 0 && choice(false, t("The moves to this position"))}
          {choice(true, t("The whole game with its lines"))}
        </div>
        {library.value.filter((k) => !damaged(k)).map((k) => row(k.title || k.name, counted(k.moves, "move"), stored(k.name)))}
        {row(t("New, for White"), "", fresh("white"))}
        {row(t("New, for Black"), "", fresh("black"))}
      </div>
    </Modal>
  );
}
