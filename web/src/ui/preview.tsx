// The game of the list that is on the board beside it: what it is, and its moves.
import { useEffect, useRef } from "preact/hooks";
import { dateText, href, resultText } from "../state/app";
import { asked } from "../state/found";
import * as viewed from "../state/game";
import { Curves, follow, Line } from "./viewer";
import type { GameId } from "../api";
import { t } from "../texts";

export function gameLink(id: GameId): Record<string, string> {
  const { position } = asked.value;
  return position ? { game: String(id), fen: position } : { game: String(id) };
}

export function Preview() {
  const { id, tree } = viewed.game.value!;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => follow(box.current?.closest<HTMLElement>(".body") ?? null), [id, viewed.at.value]);
  const facts = [resultText(tree.result), viewed.tag("Event"), dateText(viewed.tag("Date")), viewed.tag("ECO")];
  return (
    <section class="viewer" aria-label={t("Game")}>
      <div class="sectionhead">
        <span class="quiet">{facts.filter((f) => f && !/^\?/.test(f)).join(" · ")}</span>
        {id !== null && (
          <a class="button" href={href("database", gameLink(id))}>
            {t("Open")} <kbd>↵</kbd>
          </a>
        )}
      </div>
      <Curves />
      <div class="score" ref={box}>
        <Line from={-1} ply={viewed.startPly()} />
      </div>
    </section>
  );
}
