// What was found: how many games, how they went, when they were played, and by which
// openings.
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { core } from "../core";
import { counted, number } from "../state/app";
import { asked, page, searchHere, slow } from "../state/found";
import { brief, surname } from "../state/names";
import { book, START } from "../state/position";
import { narrow } from "../state/room";
import { Bar } from "./bar";
import { t } from "../texts";

const BARS = 10; // of years
const FEW = 0.02; // of the games may be left out at either end
const FIRST = 3; // openings

// The great families, by moves that lead to them; the book knows their names.
const FAMILIES = [
  "e4 c5", "e4 e6", "e4 c6", "e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Bc4", "e4 e5 Nf3 Nc6 d4", "e4 e5 f4",
  "e4 e5 Nf3 Nf6", "e4 d5", "e4 d6", "e4 Nf6", "e4 g6", "d4 d5 c4 e6", "d4 d5 c4 c6", "d4 d5 c4 dxc4",
  "d4 d5 Bf4", "d4 Nf6 Bg5", "d4 f5", "d4 Nf6 c4 g6 Nc3 Bg7", "d4 Nf6 c4 g6 Nc3 d5",
  "d4 Nf6 c4 e6 Nc3 Bb4", "d4 Nf6 c4 e6 Nf3 b6", "d4 Nf6 c4 e6 g3", "d4 Nf6 c4 c5", "c4", "Nf3",
];

interface Years {
  first: number;
  last: number;
  each: number; // years of a bar
  counts: number[];
}

// The years that were asked for within those of the database; null: they are not known.
function range(): [number, number] | null {
  const there = api.server.value?.database;
  const [from, to] = [there?.first_date, there?.last_date].map((date) => Number(date?.slice(0, 4)));
  if (!from || !to) return null;
  const { date } = asked.value;
  if (!date) return [from, to];
  const said = /^(\d{4})?\.\.(\d{4})?$/.exec(date);
  return said ? [Math.max(from, Number(said[1] ?? from)), Math.min(to, Number(said[2] ?? to))] : null;
}

async function inYears(first: number, last: number, stop: AbortSignal): Promise<Years> {
  const each = Math.ceil((last - first + 1) / BARS);
  const { sort: _, ...rest } = asked.value;
  const counts: number[] = [];
  // one after the other: the server has better things to do
  for (let from = first; from <= last; from += each)
    counts.push((await api.games({ ...rest, date: `${from}..${Math.min(last, from + each - 1)}`, limit: 1 }, stop)).total);
  return { first, last, each, counts };
}

// Nearly all games may be of a few years: then these are looked at.
async function byYear(stop: AbortSignal): Promise<Years | null> {
  const [first, last] = range() ?? [1, 0];
  if (last <= first) return null;
  const all = await inYears(first, last, stop);
  const few = all.counts.reduce((sum, n) => sum + n, 0) * FEW;
  let [from, to] = [0, all.counts.length - 1];
  for (let left = 0; (left += all.counts[from]!) < few; ) from++;
  for (let left = 0; (left += all.counts[to]!) < few; ) to--;
  if (2 * (to - from + 1) > all.counts.length) return all;
  return inYears(first + from * all.each, Math.min(last, first + (to + 1) * all.each - 1), stop);
}

interface Family {
  name: string;
  fen: string;
  games: number;
}

async function families(stop: AbortSignal): Promise<Family[]> {
  const { sort: _, ...filter } = asked.value;
  // of other positions the server cannot count games by these
  if (["position", "move", "moves"].some((name) => filter[name])) return [];
  const ways = FAMILIES.map((moves) => core().line(moves));
  const scores = await api.scores(ways.map((w) => w.fen), filter, stop);
  return ways
    .map(({ fen, moves }, i) => ({
      name: brief(core().named({ from: START, moves: moves.map((m) => m.uci) }).opening?.name ?? ""),
      fen,
      games: scores[i]?.games ?? 0,
    }))
    .filter((f) => f.name && f.games > 0)
    .sort((a, b) => b.games - a.games)
    .slice(0, FIRST);
}

// Asked once the games are there.
function useAsked<T>(ask: (stop: AbortSignal) => Promise<T>, when: boolean): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  useEffect(() => {
    setAnswer(null);
    if (!when) return undefined;
    const stop = new AbortController();
    ask(stop.signal).then(setAnswer, () => {});
    return () => stop.abort();
  }, [asked.value, page.value?.total, when]);
  return answer;
}

export function Summary() {
  const { total, score } = page.value!;
  const more = total > 0 && !narrow.value && !slow.value;
  const years = useAsked(byYear, more);
  const openings = useAsked(families, more && book.value === "ready");
  const all = api.server.value?.database?.games ?? 0;
  return (
    <div class="found">
      <div class="howmany">
        <b>{counted(total, "game")}</b>
        {total < all && <small>{t("of {all}", { all: number.format(all) })}</small>}
      </div>
      <Score {...score} />
      {years && <YearBars {...years} />}
      {openings && openings.length > 0 && (
        <div class="families-found">
          <span class="quiet">{t("Openings")}</span>
          {openings.map(({ name, fen, games }) => (
            <button key={name} class="link" onClick={() => searchHere(fen)}>
              <span>{name}</span> <b>{number.format(games)}</b>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

// Of the player that was asked for, whichever side he had; else White's.
function Score(score: api.Score) {
  const { player } = asked.value;
  const named = player && !player.endsWith("*") ? player : "";
  const [own, setOwn] = useState<api.Score | null>(null);
  useEffect(() => {
    setOwn(null);
    if (!named) return undefined;
    let here = true;
    const { sort: _, ...filter } = asked.value;
    api.scoreOf(named, filter).then((found) => here && setOwn(found), () => {});
    return () => void (here = false);
  }, [asked.value]);
  const { white, draws, black } = own ?? score;
  const all = white + draws + black;
  const share = all > 0 ? number.format(Math.round((1000 * (white + draws / 2)) / all) / 10) : "–";
  const who = own ? t("Score of {player}", { player: surname(named) }) : t("White scores");
  return (
    <div class="scores">
      <span class="quiet">{who} <b>{share} %</b></span>
      <Bar white={white} draws={draws} black={black} />
    </div>
  );
}

function YearBars({ first, last, counts }: Years) {
  const most = Math.max(1, ...counts);
  const width = 100 / counts.length;
  return (
    <figure class="plot bars years">
      <figcaption class="quiet">{t("By year")}</figcaption>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={t("Games from {first} to {last}: {counts}", { first, last, counts: counts.join(", ") })}>
        {counts.map((n, i) => (
          <rect key={i} x={(i + 0.1) * width} width={width * 0.8} y={40 - (n / most) * 39} height={(n / most) * 39} rx={0.8} />
        ))}
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </figure>
  );
}
