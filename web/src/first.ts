// What the page runs first, inside of index.html: shows the frame of the page
// and, where the link tells which, the position, then asks for the app itself.
// Nothing here needs the app or the core.
import { picture } from "./board/picture";
import { usePieces, type Pieces } from "./board/pieces";
import { firstBoard, parse, themeOf } from "./state/first";
import { remembered } from "./state/storage";

// The names of the app and the core; in the single file there are none.
const { app, core } = document.currentScript!.dataset;

const LATEST = 500; // milliseconds that the app waits for the picture

const settings = remembered<{ theme: "system" | "light" | "dark"; pieces: Pieces; engine: boolean }>("settings", { theme: "system", pieces: "standard", engine: false });

// Draws what can be told already; false: that is no board.
async function draw(): Promise<boolean> {
  const route = parse(location.hash);
  const main = document.querySelector("#first main")!;
  document.querySelector(`#first nav a[href="#/${route.screen}"]`)?.setAttribute("aria-current", "page");
  const board = firstBoard(route);
  if (!board) return false;
  const svg = picture(board.fen, board.side);
  if (!svg) return false;
  await usePieces(settings.pieces);
  // the same boxes as in boardpane.tsx
  main.innerHTML = `<div class="rep ${route.screen}"><div class="boardpane"><div class="boardrow">${settings.engine ? '<div class="evalbar"></div>' : ""}<div class="boardpicture">${svg}</div></div></div></div>`;
  return true;
}

// The core is fetched while the app is read.
function start(): void {
  if (!app) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: core }));
  import(/* @vite-ignore */ app).catch((error) => (document.querySelector("#first main")!.textContent = `tabiya cannot start: ${error}`));
}

// When the first frame is on the screen, or the browser does not say so: what
// is done earlier delays it.
function painted(then: () => void): void {
  const once = () => (clearTimeout(timer), seen.disconnect(), then());
  const timer = setTimeout(once, LATEST);
  const seen = new PerformanceObserver(once);
  seen.observe({ type: "paint", buffered: true });
}

document.documentElement.dataset.theme = themeOf(settings.theme, matchMedia("(prefers-color-scheme: dark)").matches);
void draw()
  .catch(() => false)
  // where nobody looks, nothing is painted
  .then((board) => (board && !document.hidden ? painted(start) : start()));
