// What the page runs first, inside of index.html: shows the frame of the page
// and, where the link tells which, the position, then asks for the app itself.
// Nothing here needs the app or the core.
import { picture } from "./board/picture";
import { usePieces, type PieceSet } from "./board/pieces";
import { dress, firstBoard, parse, themeOf } from "./state/first";
import { forgetSettings, remembered, stored } from "./state/storage";
import { download } from "./ui/download";
import { railText } from "./ui/places";
import { t } from "./texts";

// The names of the app and the core; in the single file there are none.
const { app, core } = document.currentScript!.dataset;

const first = document.getElementById("first")!;

const LATEST = 500; // milliseconds that the app waits for the picture

const settings = remembered("settings", {
  theme: "system" as "system" | "light" | "dark", board: "brown", pieces: "standard" as PieceSet,
  letters: "KQRBN", coordinates: true, engine: false,
});

// Draws what can be told already; false: that is no board.
function draw(): boolean {
  const route = parse(location.hash);
  const main = first.querySelector("main")!;
  first.querySelector(".rail")!.innerHTML = railText(route.screen);
  const board = firstBoard(route);
  if (!board) return false;
  const svg = picture(board.fen, board.side);
  if (!svg) return false;
  usePieces(settings.pieces, settings.letters);
  // the same boxes as in boardpane.tsx
  main.innerHTML =
    `<div class="rep ${route.screen}${route.screen === "database" && !route.query.has("game") ? " browse" : ""}"><div class="boardpane"><div class="strip far"></div>` +
    `<div class="boardrow"><div class="evalbar${settings.engine ? "" : " off"}"></div>` +
    `<div class="boardpicture">${svg}</div></div></div></div>`;
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
  main.innerHTML = `<div role="alert"><h1>${document.getElementById("app") ? t("tabiya cannot start") : t("tabiya cannot go on")}</h1><p class="error"></p></div><p class="buttons"><button class="primary">${t("Try again")}</button><button>${t("Start without my settings")}</button><button>${t("Download what is stored")}</button></p><p class="quiet">${t("Your repertoires stay in this browser.")}</p>`;
  const why = String(error instanceof Error ? error.message : error);
  // as each browser calls it
  const missing = /fetch|Load failed|importing/.test(why);
  main.querySelector(".error")!.textContent = missing ? t("A part of the page did not come. Is the server running? ({why})", { why }) : why;
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

const dark = matchMedia("(prefers-color-scheme: dark)").matches;
dress({ ...settings, theme: themeOf(settings.theme, dark) });
let board = false;
try {
  board = draw();
} catch {
  // then the app draws it
}
// where nobody looks, nothing is painted
if (board && !document.hidden) painted(start);
else start();
