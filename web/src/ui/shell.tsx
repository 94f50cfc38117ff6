// What surrounds every screen: the way to the others, what is open, notices, dialogs,
// and files that are dropped or pasted anywhere.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { lazy } from "./lazy";
import { listen } from "../keys";
import { change, dialog, route, settings, spoken, type Screen } from "../state/app";
import { lastShown } from "../state/first";
import { takeFiles, takeText } from "../state/intake";
import { reload } from "../state/library";
import { show, side } from "../state/position";
import * as rep from "../state/rep";
import { Dialogs } from "./dialogs";
import { Home } from "./home";
import { Notices } from "./notices";
import { Rail } from "./rail";
import { Topbar } from "./topbar";
import { t } from "../texts";

const Repertoire = lazy(async () => (await import("./repscreen")).Repertoire);
const Practice = lazy(async () => (await import("./practice")).Practice);
const Database = lazy(async () => (await import("./database")).Database);
const Openings = lazy(async () => (await import("./openings")).Openings);
const Analysis = lazy(async () => (await import("./analysis")).Analysis);

const TITLES: Record<Screen, string> = {
  home: "tabiya",
  explore: t("Explore"),
  build: t("Build"),
  practice: t("Practice"),
  database: t("Games"),
  openings: t("Openings"),
  analysis: t("Analysis"),
};
const LAZY: Partial<Record<Screen, typeof Practice>> = {
  explore: Repertoire,
  build: Repertoire,
  practice: Practice,
  database: Database,
  openings: Openings,
  analysis: Analysis,
};

// Everything that the link asks for, so that the first frame has it: the
// script of its screen, and when the core is there, its position or repertoire.
export async function prepare(core: Promise<unknown>): Promise<void> {
  const { screen, query } = route.value;
  const script = LAZY[screen]?.load();
  await core;
  await script;
  if (screen === "home") await reload();
  else if (screen === "practice") await rep.reopen();
  else if (screen === "explore" || screen === "build")
    await (await import("./repscreen")).follow(screen === "build");
  else {
    const fen = lastShown(route.value) ?? query.get("fen");
    if (fen) show(fen, () => {}); // the screen says why
  }
}

// Before any screen listens: a screen's own keys come first.
listen({
  flip: () => void (side.value = side.value === "w" ? "b" : "w"),
  engine: () => change({ engine: !settings.value.engine }),
  explorer: () => change({ explorer: !settings.value.explorer }),
  help: () => void (dialog.value = "keys"),
  search: () => void (dialog.value = "search"),
  san: () => document.getElementById("san")?.focus(),
  escape: () => (document.activeElement as HTMLElement | null)?.blur(),
});

export function Shell() {
  const { screen } = route.value;
  useEffect(() => {
    document.title = screen === "home" ? "tabiya" : `${TITLES[screen]} – tabiya`;
  }, [screen]);
  useEffect(() => void reload(), [screen]); // cards may have come due
  useLayoutEffect(intake, []); // who sees where to drop a file can do so
  useTop();
  // what had the focus may be gone with what was on the screen; before the
  // frame, so that the next key is not for nobody
  useLayoutEffect(() => {
    const keep = () =>
      document.activeElement === document.body &&
      document.getElementById("main")?.focus({ preventScroll: true });
    keep();
    void Promise.resolve().then(keep); // parts of the page follow in the same turn
  }, [screen, rep.open.value === null]);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(e) => (e.preventDefault(), document.getElementById("main")?.focus())}
      >
        {t("To the content")}
      </a>
      <Rail />
      <Topbar />
      <main id="main" tabIndex={-1} class={screen}>
        <Content screen={screen} />
      </main>
      <Notices />
      <div class="hidden" aria-live="polite">
        {spoken.value}
      </div>
      <Dialogs />
    </>
  );
}

// A screen, or a game, is shown from its top; the list of games is where it was
// left.
function useTop(): void {
  const { screen, query } = route.value;
  const shows = `${screen} ${query.get("game") ?? ""}`;
  const last = useRef(shows);
  const list = useRef(0);
  if (last.current === "database " && shows !== last.current) list.current = scrollY;
  useLayoutEffect(() => {
    if (last.current === shows) return;
    const back = shows === "database " && last.current.startsWith("analysis ");
    last.current = shows;
    // the screen follows the route in a turn of its own
    requestAnimationFrame(() => scrollTo(0, back ? list.current : 0));
  }, [shows]);
}

function Content({ screen }: { screen: Screen }) {
  switch (screen) {
    case "explore":
    case "build":
      return <Repertoire />;
    case "practice":
      return <Practice />;
    case "database":
      return <Database />;
    case "openings":
      return <Openings />;
    case "analysis":
      return <Analysis />;
    default:
      return <Home />;
  }
}

// Files dropped and texts pasted anywhere but into a field.
function intake(): () => void {
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  const leave = (event: DragEvent) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  };
  const drop = (event: DragEvent) => {
    document.body.classList.remove("dropping");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void takeFiles([...event.dataTransfer.files]);
  };
  const paste = (event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) void takeFiles(files);
    else takeText(t("pasted text"), event.clipboardData?.getData("text") ?? "");
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", leave);
  addEventListener("drop", drop);
  addEventListener("paste", paste);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("dragleave", leave);
    removeEventListener("drop", drop);
    removeEventListener("paste", paste);
  };
}
