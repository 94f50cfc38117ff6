// Everything that is known about the position on the board, as one card with tabs.
import { useEffect } from "preact/hooks";
import * as api from "../api";
import { look, wantBook } from "../state/position";
import { narrow } from "../state/room";
import type { RepMove } from "../types";
import { EngineFoot } from "./enginefoot";
import { Explorer, namesCame } from "./explorer";
import { OpeningHead } from "./openinghead";
import { RepMoves } from "./repmoves";
import { hasBook, tables } from "../state/tables";
import { BookMoves, Tables } from "./tables";
import { TabBody, Tabs, type Tab } from "./tabs";
import { t } from "../texts";

interface Props {
  card: string; // which of the page's cards this is: each keeps its own tab
  onPlay(uci: string): void;
  moves?: readonly RepMove[] | undefined; // of the repertoire
  before?: readonly Tab[]; // tabs that come first
  after?: readonly Tab[];
  filters?: boolean; // whether the games can be chosen here
  gamesTitle?: string;
  engine?: boolean; // whether its lines are here
  bare?: boolean; // below a board: as high as there is room
  threats?: boolean; // whether it can be asked for them
}

export function Panel(props: Props) {
  const { card, onPlay, moves, before = [], after = [], filters = true } = props;
  const lines = props.engine ?? true;
  useEffect(() => void wantBook(), []);
  const explorer = (withGames: boolean) => () => (
    <Explorer onPlay={onPlay} moves={moves} withGames={withGames} filters={filters} />
  );
  const list = moves && <RepMoves moves={moves} onPlay={onPlay} />;
  const database = !!api.server.value?.database;
  // on a phone all lists of moves are one
  const together: Tab = {
    id: "games", title: database ? (props.gamesTitle ?? t("Games")) : t("Moves"), flush: true,
    body: () => (
      <div class="together">
        {database && explorer(true)()}
        {(!database || namesCame()) && list}
        {!database && explorer(false)()}
      </div>
    ),
  };
  const apart: Tab[] = [
    ...(database
      ? [{ id: "games", title: props.gamesTitle ?? t("Games"), body: explorer(true) }]
      : []),
    ...(moves
      ? [{
          id: "repertoire", title: t("Repertoire"), count: moves.length,
          body: () => list,
        }]
      : []),
    { id: "names", title: t("Names"), body: explorer(false) },
  ];
  // what no table and no book has is not shown
  const ends: Tab[] = tables.value
    ? [{ id: "tables", title: t("Tables"), body: () => <Tables onPlay={onPlay} line={!moves} /> }]
    : [];
  const books: Tab[] = hasBook.value
    ? [{ id: "book", title: t("Book"), body: () => <BookMoves onPlay={onPlay} /> }]
    : [];
  const foot = <EngineFoot onPlay={onPlay} threats={props.threats ?? false} />;
  const engine: Tab = { id: "engine", title: t("Engine"), body: () => foot };
  const tabs = narrow.value
    ? [...before, ...ends, together, ...books, ...after, ...(lines ? [engine] : [])]
    : [...before, ...ends, ...apart, ...books, ...after];
  return (
    <section class={props.bare ? "panel card" : "panel card tall"} aria-label={t("Position")}>
      <OpeningHead />
      <Ending />
      <Tabs card={card} tabs={tabs} />
      <TabBody card={card} tabs={tabs} />
      {!narrow.value && lines && foot}
    </section>
  );
}

function Ending() {
  const { outcome, sentence, can_win } = look.value;
  if (outcome !== "ongoing") return <p class="ending">{sentence}</p>;
  const not = (["white", "black"] as const).filter((side) => can_win[side] === "can_not");
  if (not.length !== 1) return null;
  const side = not[0] === "white" ? t("White") : t("Black");
  return <p class="ending">{t("{side} can no longer win: no sequence of moves mates.", { side })}</p>;
}
