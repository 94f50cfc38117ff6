// The board as a PNG: what picture.ts draws, with the pieces and colours of the page
// inside, since a picture can ask the page for nothing.
import { picture, SIZE } from "../board/picture";
import { MarksLayer, type Marks } from "../board/marks";

const WIDTH = 960; // pixels

// What the styles say of an element, as attributes.
const TOLD = ["fill", "stroke", "stroke-width", "opacity", "font-weight", "font-family"] as const;

function settle(of: Element): void {
  for (const element of of.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    for (const name of TOLD) if (!element.closest("symbol, defs")) element.setAttribute(name, style.getPropertyValue(name));
  }
}

export async function boardImage(fen: string, side: "w" | "b", marks: Marks): Promise<Blob> {
  const host = document.createElement("div");
  host.className = "boardimage";
  host.innerHTML = picture(fen, side) ?? "";
  const board = host.querySelector("svg")!;
  const layer = new MarksLayer(host, board.querySelector(".board"));
  layer.flip(side === "b");
  layer.set(marks);
  document.body.append(host);
  try {
    settle(host);
    for (const drawn of host.querySelectorAll(".marks")) {
      drawn.setAttribute("width", String(SIZE));
      drawn.setAttribute("height", String(SIZE));
      board.append(drawn); // squares of the last move come first, below the pieces
    }
    const below = board.querySelector(".marks.below");
    if (below) board.querySelector(".board")?.after(below);
    for (const use of board.querySelectorAll("use")) {
      const piece = document.querySelector(use.getAttribute("href")!)!.cloneNode(true) as Element;
      const place = document.createElementNS("http://www.w3.org/2000/svg", "g");
      place.setAttribute("transform", `translate(${use.getAttribute("x")} ${use.getAttribute("y")})`);
      piece.removeAttribute("id");
      place.append(piece); // it may have been moved within its box already
      use.replaceWith(place);
    }
    board.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    board.setAttribute("width", String(WIDTH));
    board.setAttribute("height", String(WIDTH));
    return await drawn(new XMLSerializer().serializeToString(board));
  } finally {
    host.remove();
  }
}

async function drawn(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, WIDTH);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = WIDTH;
  canvas.getContext("2d")!.drawImage(image, 0, 0, WIDTH, WIDTH);
  return new Promise((done, failed) =>
    canvas.toBlob((png) => (png ? done(png) : failed(new Error("The picture could not be drawn."))), "image/png"));
}
