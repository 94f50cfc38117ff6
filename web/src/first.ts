// What the page runs first, inside of index.html: shows the frame of the page
// and, where the link tells which, the position, then asks for the app itself.
// Nothing here needs the app or the core.
import { picture } from "./board/picture";
import { usePieces } from "./board/pieces";
import { firstBoard, parse, themeOf } from "./state/first";
import { forgetSettings, remembered, stored } from "./state/storage";
import { download } from "./ui/download";

// The names of the app and the core; in the single file there are none.
const { app, core } = document.currentScript!.dataset;

const first = document.getElementById("first")!;

const LATEST = 500; // milliseconds that the app waits for the picture

const settings = remembered<{ theme: "system" | "light" | "dark"; engine: boolean }>("settings", { theme: "system", engine: false });

// Draws what can be told already; false: that is no board.
function draw(): boolean {
  const route = parse(location.hash);
  const main = first.querySelector("main")!;
  first.querySelector(`nav a[href="#/${route.screen}"]`)?.setAttribute("aria-current", "page");
  const board = firstBoard(route);
  if (!board) return false;
  const svg = picture(board.fen, board.side);
  if (!svg) return false;
  usePieces();
  // the same boxes as in boardpane.tsx
  main.innerHTML = `<div class="rep ${route.screen}"><div class="boardpane"><div class="boardrow">${settings.engine ? '<div class="evalbar"></div>' : ""}<div class="boardpicture">${svg}</div></div></div></div>`;
  return true;
}

// The core is fetched while the app is read.
function start(): void {
  if (!app) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: core }));
  void import(/* @vite-ignore */ app);
}

// Whatever goes wrong while the app has not taken the place of the picture, or has
// given it back: says so, and offers ways on.  The app may still come.
function failed(error: unknown): void {
  if (!first.isConnected) return;
  const main = first.querySelector("main")!;
  first.inert = false;
  first.querySelector(".tools")?.remove();
  main.innerHTML = `<div role="alert"><h1>tabiya cannot ${document.getElementById("app") ? "start" : "go on"}</h1><p class="error"></p></div><p class="buttons"><button class="primary">Try again</button><button>Start without my settings</button><button>Download what is stored</button></p><p class="quiet">Your repertoires stay in this browser.</p>`;
  const why = String(error instanceof Error ? error.message : error);
  // as each browser calls it
  const missing = /fetch|Load failed|importing/.test(why);
  main.querySelector(".error")!.textContent = missing ? `A part of the page did not come. Is the server running? (${why})` : why;
  const [again, without, save] = main.querySelectorAll("button");
  const reload = () => location.reload();
  addEventListener("hashchange", reload); // another screen may do
  again!.onclick = reload;
  without!.onclick = () => {
    forgetSettings();
    location.hash = "";
    reload();
  };
  save!.onclick = async () => download("tabiya.json", await stored(), "application/json");
}

addEventListener("error", (event) => failed(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => failed(event.reason));

// When the first frame is on the screen, or the browser does not say so: what
// is done earlier delays it.
function painted(then: () => void): void {
  const once = () => (clearTimeout(timer), seen.disconnect(), then());
  const timer = setTimeout(once, LATEST);
  const seen = new PerformanceObserver(once);
  seen.observe({ type: "paint", buffered: true });
}

document.documentElement.dataset.theme = themeOf(settings.theme, matchMedia("(prefers-color-scheme: dark)").matches);
let board = false;
try {
  board = draw();
} catch {
  // then the app draws it
}
// where nobody looks, nothing is painted
if (board && !document.hidden) painted(start);
else start();
