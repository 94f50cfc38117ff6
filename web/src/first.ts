// The entry: shows the frame of the page and, where the link tells which, the
// position, then the app itself.  Nothing here needs the app or the core.
import bytes from "virtual:bytes/tabiya.wasm";
import { picture } from "./board/picture";
import { usePieces } from "./board/pieces";
import { firstBoard, parse, themeOf } from "./state/first";
import { remembered } from "./state/storage";

const settings = remembered<{ theme: "system" | "light" | "dark"; pieces: "standard" | "staunty"; engine: boolean }>("settings", { theme: "system", pieces: "standard", engine: false });

// Draws what can be told already; false: that is no board.
async function draw(): Promise<boolean> {
  const route = parse(location.hash);
  const main = document.querySelector("#first main")!;
  document.querySelector(`#first nav a[href="#/${route.screen}"]`)?.setAttribute("aria-current", "page");
  const board = firstBoard(route);
  if (!board) return false;
  // the same boxes as in boardpane.tsx
  main.innerHTML = `<div class="rep ${route.screen}"><div class="boardpane"><div class="boardrow">${settings.engine ? '<div class="evalbar"></div>' : ""}<div class="boardpicture"></div></div></div></div>`;
  const host = main.querySelector(".boardpicture")!;
  const svg = picture(board.fen, board.side, host.clientWidth);
  if (!svg) return false;
  await usePieces(settings.pieces);
  host.innerHTML = svg;
  return true;
}

// The core is fetched while the app is read.
function start(): void {
  const core = bytes();
  import("./main").then(
    (app) => app.start(core),
    (error) => (document.querySelector("#first main")!.textContent = `tabiya cannot start: ${error}`),
  );
}

document.documentElement.dataset.theme = themeOf(settings.theme, matchMedia("(prefers-color-scheme: dark)").matches);
void draw()
  .catch(() => false)
  .then((board) => {
    // the picture is painted before the app is asked for; where nobody looks,
    // nothing is
    if (board && !document.hidden) requestAnimationFrame(() => setTimeout(start));
    else start();
  });
