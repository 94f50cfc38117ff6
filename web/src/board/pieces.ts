// The pieces' pictures, in the page, where cm-chessboard finds them.  Those of
// the standard set come with the page itself, in a template.
import staunty from "virtual:text/staunty";

export type Pieces = "standard" | "staunty";

const SPRITE = "cm-chessboard-sprite";

// Where the pictures are; dataset.pieces says which they are, or will be.
function holder(): HTMLElement {
  const there = document.getElementById(SPRITE);
  if (there) return there;
  const made = document.createElement("div");
  made.id = SPRITE;
  made.setAttribute("aria-hidden", "true");
  return document.body.appendChild(made);
}

function standard(host: HTMLElement): void {
  host.dataset.pieces = "standard";
  host.replaceChildren(...(document.querySelector<HTMLTemplateElement>("#pieces")?.content.cloneNode(true).childNodes ?? []));
}

// The standard set is there at once; the other is loaded only if it is wanted.
export async function usePieces(name: Pieces): Promise<void> {
  const host = holder();
  if (host.dataset.pieces === name) return;
  if (name === "standard") return standard(host);
  host.dataset.pieces = name;
  try {
    const svg = await staunty();
    if (host.dataset.pieces === name) host.innerHTML = svg;
  } catch (error) {
    standard(host);
    throw error;
  }
}
