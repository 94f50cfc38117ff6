// The search for everything: commands, repertoires, openings, players, positions.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import * as api from "../api";
import { core } from "../core";
import { typedAhead } from "../keys";
import { change, counted, dialog, fail, settings, shown, theme, typed, visit } from "../state/app";
import { library } from "../state/library";
import * as position from "../state/position";
import * as rep from "../state/rep";
import { builtIn } from "../state/samples";
import { damaged } from "../state/storage";
import { Modal } from "./modal";
import { t } from "../texts";

interface Hit {
  group: string;
  title: string;
  more?: string;
  run(): void;
}

const MOST = 6; // of each group

function turn(): void {
  position.side.value = position.side.value === "w" ? "b" : "w";
}

const COMMANDS: readonly [title: string, more: string, run: () => void][] = [
  [t("Home"), "", () => visit("home")],
  [t("Explore the repertoire"), "", () => visit("explore")],
  [t("Build the repertoire"), "", () => visit("build")],
  [t("Practise"), "", () => visit("practice")],
  [t("Search games"), "", () => visit("database")],
  [t("Browse openings"), "", () => visit("openings")],
  [t("Analyse this position"), "", () => visit("analysis", { fen: position.fen.value, from: position.way.value.from, moves: position.way.value.moves.join(" ") })],
  [t("New repertoire for White"), "", () => void rep.fresh("white").then(() => visit("build"))],
  [t("New repertoire for Black"), "", () => void rep.fresh("black").then(() => visit("build"))],
  [t("Open another repertoire"), "", () => (rep.close(), visit("explore"))],
  [t("Turn the board"), "f", turn],
  [t("Engine on or off"), "l", () => change({ engine: !settings.value.engine })],
  [t("Light or dark"), "", () => change({ theme: theme.value === "dark" ? "light" : "dark" })],
  [t("Sound on or off"), "", () => change({ sound: !settings.value.sound })],
  [t("Take the tour"), "", () => void (dialog.value = "tour")],
  [t("Settings"), "", () => void (dialog.value = "settings")],
  [t("Keys"), "?", () => void (dialog.value = "keys")],
];

const contains = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

const explore = (opened: boolean) => opened && visit("explore");
const openKept = (name: string) => void rep.reopen(name).then(explore, fail);

// A FEN, or moves from the start.
function atPosition(query: string): Hit[] {
  try {
    const { fen, moves, start } = core().line(typed(query));
    if (fen === position.START) return [];
    const way = { fen, from: start, moves: moves.map((m) => m.uci) };
    const where = api.server.value?.database ? "database" : "openings";
    const title = moves.length > 0 ? moves.map((m) => shown(m.san)).join(" ") : fen;
    return [{
      group: t("Position"), title, more: t("show on the board"),
      run: () => (position.follow(way), visit(where, { fen })),
    }];
  } catch {
    return [];
  }
}

function repertoires(query: string): Hit[] {
  const own = library.value
    .filter((k) => !damaged(k) && contains(`${k.title} ${k.name}`, query))
    .map((k): Hit => ({
      group: t("Repertoires"), title: k.title || k.name, more: counted(k.moves, "move"),
      run: () => openKept(k.name),
    }));
  const samples = builtIn
    .filter((s) => query && contains(s.title, query))
    .filter((s) => !library.value.some((k) => k.name === s.name))
    .map((s): Hit => ({
      group: t("Repertoires"), title: s.title, more: t("sample"),
      run: () => void s.load().then((text) => rep.take(s.name, text)).then(explore, fail),
    }));
  return [...own, ...samples].slice(0, MOST);
}

function openings(query: string): Hit[] {
  if (!query || position.book.value !== "ready") return [];
  return core().searchOpenings(query, MOST).map((o) => ({
    group: t("Openings"), title: `${o.code ?? ""} ${o.name}`.trim(), more: o.moves ?? "",
    run: () => visit("openings", { fen: o.fen }),
  }));
}

const players = (found: readonly api.Player[]): Hit[] =>
  found.slice(0, MOST).map((p) => ({
    group: t("Players"), title: p.name, more: counted(p.games, "game"),
    run: () => visit("database", { player: p.name }),
  }));

const commands = (query: string): Hit[] =>
  COMMANDS.filter(([title]) => contains(title, query)).map(([title, more, run]) => ({
    group: t("Commands"), title, more, run,
  }));

const keyOf = (hit: Hit) => `${hit.group} ${hit.title} ${hit.more}`;

export function Search() {
  const [query, setQuery] = useState(typedAhead);
  // players are found later: of a text that may not be there any more
  const [found, setFound] = useState<{ of: string; players: readonly api.Player[] }>({ of: "", players: [] });
  const [chosen, choose] = useState(""); // stays chosen when others are found
  const box = useRef<HTMLInputElement>(null);
  const text = query.trim();
  useEffect(() => void position.wantBook(), []);
  useLayoutEffect(() => box.current?.focus(), []);
  useEffect(() => {
    if (text.length < 2 || !api.server.value?.database) return undefined;
    let stale = false;
    const timer = setTimeout(() => {
      api.players(text).then((players) => !stale && setFound({ of: text, players }), () => {});
    }, 120);
    return () => ((stale = true), clearTimeout(timer));
  }, [text]);
  const hits = useMemo(
    () => [
      ...(text ? atPosition(text) : []),
      ...repertoires(text),
      ...openings(text),
      ...players(found.of === text ? found.players : []),
      ...commands(text),
    ],
    [text, found, position.book.value, library.value],
  );
  const at = Math.max(0, hits.findIndex((hit) => keyOf(hit) === chosen));
  const close = () => void (dialog.value = null);
  const run = (hit: Hit | undefined) => {
    if (!hit) return;
    close();
    hit.run();
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && hits.length > 0) {
      event.preventDefault();
      const next = (at + by + hits.length) % hits.length;
      choose(keyOf(hits[next]!));
      document.getElementById(`hit-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(hits[at]);
    }
  };
  return (
    <Modal title={t("Search everything")} class="palette" onClose={close}>
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label={t("Search everything")}
        aria-expanded="true"
        aria-controls="hits"
        aria-activedescendant={hits.length > 0 ? `hit-${at}` : undefined}
        placeholder={t("Opening, player, position, command")}
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={(e) => (choose(""), setQuery(e.currentTarget.value))}
        onKeyDown={key}
      />
      <ul id="hits" role="listbox" aria-label={t("Found")}>
        {hits.flatMap((hit, i) => [
          hits[i - 1]?.group !== hit.group && (
            <li key={hit.group} role="presentation">
              {hit.group}
            </li>
          ),
          <li
            key={keyOf(hit)}
            id={`hit-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerMove={() => choose(keyOf(hit))}
            onClick={() => run(hit)}
          >
            <span>{hit.title}</span>
            {hit.more && <span class="quiet">{hit.more}</span>}
          </li>,
        ])}
      </ul>
      {hits.length === 0 && <p class="pad quiet">{t("Nothing is called that.")}</p>}
    </Modal>
  );
}
