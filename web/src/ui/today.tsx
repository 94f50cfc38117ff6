// What to do now, with one button: the cards that are due, or going on where one was.
import { counted, fail, visit } from "../state/app";
import { lastOpen, START } from "../state/first";
import { due, dueOf, library } from "../state/library";
import * as rep from "../state/rep";
import { sit } from "../state/sitting";
import { damaged, type Kept } from "../state/storage";
import { Miniature } from "./miniature";
import { t } from "../texts";

const SECONDS = 20; // that a card takes

const minutes = (cards: number) => Math.max(1, Math.round((cards * SECONDS) / 60));
const titleOf = (k: Kept) => k.title || k.name;

export function Today() {
  const sound = library.value.filter((k) => !damaged(k));
  const last = lastOpen();
  const open = sound.find((k) => k.name === last.name) ?? sound[0];
  if (!open) return null;
  const here = open.name === last.name;
  const most = [...sound].sort((a, b) => dueOf(b.name) - dueOf(a.name));
  const asked = most.filter((k) => dueOf(k.name) > 0).slice(0, 3);
  const goOn = (k: Kept, screen: "explore" | "practice") =>
    rep.reopen(k.name).then((opened) => opened && visit(screen), fail);
  const n = due.value;
  const minute = minutes(n);
  // the start says nothing of a repertoire
  const fen = here && last.fen !== START ? last.fen : (open.fen ?? START);
  const side = here ? last.side : open.color === "black" ? "b" : "w";
  return (
    <section class="hero" aria-label={t("Today")}>
      <Miniature fen={fen} side={side} />
      <div>
        <p class="eyebrow">{n > 0 ? t("Today") : t("Where you were")}</p>
        {n > 0 ? (
          <>
            <h2>
              {t("{positions} to review, about {minutes}", {
                positions: counted(n, "position"),
                minutes: counted(minute, "minute"),
              })}
            </h2>
            <p class="quiet">
              {asked.map((k) => `${titleOf(k)} ${dueOf(k.name)}`).join(" · ")}
            </p>
          </>
        ) : (
          <>
            <h2>{titleOf(open)}</h2>
            <p class="quiet">{t("No card is due today.")}</p>
          </>
        )}
        <p class="buttons">
          {n > 0 && (
            <button class="primary" onClick={() => sit()}>
              {t("Practise now")}
            </button>
          )}
          <button class={n > 0 ? "" : "primary"} onClick={() => goOn(open, "explore")}>
            {t("Continue where you were")}
          </button>
          {n === 0 && <button onClick={() => goOn(open, "practice")}>{t("Practise it")}</button>}
        </p>
      </div>
    </section>
  );
}
