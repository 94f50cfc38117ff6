// What surrounds every screen: the way to the others, notices, dialogs, and
// files that are dropped or pasted anywhere.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { lazy } from "./lazy";
import { listen } from "../keys";
import { change, dialog, dismiss, href, notices, route, settings, spoken, type Screen } from "../state/app";
import { lastSearched } from "../state/first";
import { takeFiles, takeText } from "../state/intake";
import { show, side } from "../state/position";
import * as rep from "../state/rep";
import { Dialogs } from "./dialogs";
import { Home } from "./home";
import { Icon } from "./icons";
import { follow, RepScreen } from "./repscreen";

const Practice = lazy(async () => (await import("./practice")).Practice);
const Database = lazy(async () => (await import("./database")).Database);
const Openings = lazy(async () => (await import("./openings")).Openings);

const TITLES: readonly [Screen, string][] = [
  ["explore", "Explore"],
  ["build", "Build"],
  ["practice", "Practice"],
  ["database", "Database"],
  ["openings", "Openings"],
];

// Everything that the link asks for, so that the first frame has it: the
// script of its screen, and when the core is there, its position or repertoire.
export async function prepare(core: Promise<unknown>): Promise<void> {
  const { screen, query } = route.value;
  const script = { practice: Practice, database: Database, openings: Openings }[screen as string]?.load();
  await core;
  await script;
  if (screen === "practice") await rep.reopen();
  else if (screen === "explore" || screen === "build") await follow(screen === "build");
  else {
    const fen = (screen === "database" && lastSearched(query)) || query.get("fen");
    if (fen) show(fen, () => {}); // the screen says why
  }
}

// Before any screen listens: a screen's own keys come first.
listen({
  flip: () => void (side.value = side.value === "w" ? "b" : "w"),
  engine: () => change({ engine: !settings.value.engine }),
  explorer: () => change({ explorer: !settings.value.explorer }),
  help: () => void (dialog.value = "keys"),
  san: () => document.getElementById("san")?.focus(),
  escape: () => (document.activeElement as HTMLElement | null)?.blur(),
});

export function Shell() {
  const { screen } = route.value;
  useEffect(() => {
    document.title = screen === "home" ? "tabiya" : `${TITLES.find(([s]) => s === screen)![1]} – tabiya`;
  }, [screen]);
  useLayoutEffect(intake, []); // who sees where to drop a file can do so
  useTop();
  // what had the focus may be gone with what was on the screen; before the
  // frame, so that the next key is not for nobody
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [screen, rep.open.value === null]);
  return (
    <>
      <a class="skip" href="#main" onClick={(e) => (e.preventDefault(), document.getElementById("main")?.focus())}>
        To the content
      </a>
      <header class="top">
        <a class="brand" href={href("home")} aria-current={screen === "home" ? "page" : undefined}>
          tabiya
        </a>
        <nav aria-label="Screens">
          {TITLES.map(([name, title]) => (
            <a key={name} href={href(name)} aria-current={screen === name ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <div class="tools">
          <button class="icon" title={settings.value.sound ? "Sound off" : "Sound on"} aria-label={settings.value.sound ? "Sound off" : "Sound on"} onClick={() => change({ sound: !settings.value.sound })}>
            <Icon name={settings.value.sound ? "sound" : "mute"} />
          </button>
          <button class="icon" title="Keys (?)" aria-label="Keys" onClick={() => (dialog.value = "keys")}>
            ?
          </button>
          <button class="icon" title="Settings" aria-label="Settings" onClick={() => (dialog.value = "settings")}>
            <Icon name="gear" />
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1} class={screen}>
        {/* the others have a heading that is seen */}
        {["explore", "build", "practice"].includes(screen) && <h1 class="hidden">{TITLES.find(([s]) => s === screen)![1]}</h1>}
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
    const back = shows === "database " && last.current.startsWith("database ");
    last.current = shows;
    // the screen follows the route in a turn of its own
    requestAnimationFrame(() => scrollTo(0, back ? list.current : 0));
  }, [shows]);
}

function Content({ screen }: { screen: Screen }) {
  switch (screen) {
    case "explore":
      return <RepScreen key="explore" build={false} />;
    case "build":
      return <RepScreen key="build" build={true} />;
    case "practice":
      return <Practice />;
    case "database":
      return <Database />;
    case "openings":
      return <Openings />;
    default:
      return <Home />;
  }
}

// At the bottom of the window, and in a place of its own below the screen, so that
// all of that can be scrolled free of it.
function Notices() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => void (document.documentElement.style.scrollPaddingBottom = `${box.current!.offsetHeight}px`), [notices.value]);
  return (
    <div class="notices" ref={box}>
      {notices.value.map((n) => (
        <div key={n.id} class={n.kind} role={n.kind === "error" ? "alert" : "status"}>
          {n.text}
          <button class="icon" aria-label="Close" onClick={() => dismiss(n.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
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
    else takeText("pasted text", event.clipboardData?.getData("text") ?? "");
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
