// The pieces' pictures, in the page, where cm-chessboard finds them.  They come
// with the page itself, in a template.
const SPRITE = "cm-chessboard-sprite";

export function usePieces(): void {
  if (document.getElementById(SPRITE)) return;
  const host = document.createElement("div");
  host.id = SPRITE;
  host.setAttribute("aria-hidden", "true");
  host.append(document.querySelector<HTMLTemplateElement>("#pieces")?.content.cloneNode(true) ?? "");
  document.body.append(host);
}
