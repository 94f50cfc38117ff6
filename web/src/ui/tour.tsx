// Help as a short tour: what there is, a picture of it, and the way there.
import { useState } from "preact/hooks";
import { dialog, visit, type Screen } from "../state/app";
import { Miniature } from "./miniature";
import { Modal } from "./modal";
import { t } from "../texts";

interface Stop {
  title: string;
  text: readonly string[];
  fen: string;
  to: Screen;
  go: string; // what the button that leads there says
}

const STOPS: readonly Stop[] = [
  {
    title: t("Build a repertoire"),
    text: [
      t("Play moves on the board: each becomes part of your repertoire. Two orders of moves that lead to one position are joined by themselves."),
      t("The graph shows the whole of it. A click goes there; dashed lines are transpositions."),
    ],
    fen: "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq - 1 3",
    to: "build", go: t("Build one"),
  },
  {
    title: t("Practise what you play"),
    text: [
      t("You are asked for your move, line by line or card by card. What you know well comes back later, what you missed sooner."),
      t("h gives a hint, s shows the moves."),
    ],
    fen: "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4",
    to: "practice", go: t("Practise"),
  },
  {
    title: t("See what was played"),
    text: [
      t("For every position: how often each move was played, how it went, and the best games. Conditions such as ratings and years are chips above the table."),
      t("l starts the engine beside it."),
    ],
    fen: "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    to: "database", go: t("Search games"),
  },
  {
    title: t("Name the opening"),
    text: [
      t("Thousands of named positions, by family or by search. A name stays along the line: “Najdorf, then 6. h3”."),
    ],
    fen: "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    to: "openings", go: t("Browse openings"),
  },
  {
    title: t("Get around"),
    text: [
      t("Ctrl K finds everything: openings, players, positions, repertoires, commands. Arrow keys walk, / types a move, ? lists all keys."),
      t("Drop a file anywhere to open it. All of it stays on this machine."),
    ],
    fen: "r1bq1rk1/ppp1bppp/2np1n2/4p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 1 7",
    to: "home", go: t("Begin"),
  },
];

export function Tour() {
  const [at, setAt] = useState(0);
  const { title, text, fen, to, go } = STOPS[at]!;
  const leave = () => {
    dialog.value = null;
    visit(to);
  };
  const last = at === STOPS.length - 1;
  return (
    <Modal title={title} class="tour" onClose={() => (dialog.value = null)}>
      <div class="stop">
        <Miniature fen={fen} side="w" />
        <div aria-live="polite">
          {text.map((t) => (
            <p key={t}>{t}</p>
          ))}
        </div>
      </div>
      <p class="buttons">
        <span class="quiet">
          {t("{n} of {all}", { n: at + 1, all: STOPS.length })}
        </span>
        <button class="link" onClick={leave}>
          {go}
        </button>
        <span class="end">
          <button disabled={at === 0} onClick={() => setAt(at - 1)}>
            {t("Back")}
          </button>
          <button class="primary" onClick={last ? leave : () => setAt(at + 1)}>
            {last ? t("Done") : t("Next")}
          </button>
        </span>
      </p>
    </Modal>
  );
}
