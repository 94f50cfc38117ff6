// The pieces' pictures, in the page, where cm-chessboard finds them.
import standard from "virtual:sprite/standard";
import staunty from "virtual:text/staunty";

const SPRITE = "cm-chessboard-sprite";

function put(svg: string): void {
  let holder = document.getElementById(SPRITE);
  if (!holder) {
    holder = document.createElement("div");
    holder.id = SPRITE;
    holder.setAttribute("aria-hidden", "true");
    document.body.append(holder);
  }
  holder.innerHTML = svg;
}

let used = "";

// The standard set is there at once; the other is loaded only if it is wanted.
export async function usePieces(name: "standard" | "staunty"): Promise<void> {
  if (name === used) return;
  used = name;
  if (name === "standard") put(standard);
  else
    try {
      const svg = await staunty();
      if (used === name) put(svg);
    } catch (error) {
      used = "standard";
      put(standard);
      throw error;
    }
}
