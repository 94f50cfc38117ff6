// A small board that nobody can touch.
import { useLayoutEffect, useMemo } from "preact/hooks";
import { picture } from "../board/picture";
import { usePieces } from "../board/pieces";

export function Miniature({ fen, side }: { fen: string; side: "w" | "b" }) {
  useLayoutEffect(usePieces, []);
  const svg = useMemo(() => picture(fen, side, false) ?? "", [fen, side]);
  return <span class="miniature" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
