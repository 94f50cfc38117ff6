// The first visit: the three things that one can do here.
import { dialog, href, type Screen } from "../state/app";
import { Drawn } from "./icons";
import { PLACES } from "./places";
import { t } from "../texts";

const THREE: readonly [Screen, string, string][] = [
  [
    "explore", t("Build a repertoire"),
    t("Move the pieces, write notes. Orders of moves that lead to one position are joined."),
  ],
  [
    "practice", t("Practise it"),
    t("Be asked what you play, and asked again on the day before you would forget it."),
  ],
  [
    "database", t("Study games"),
    t("See what was played in any position, how it went, and who played it."),
  ],
];

export function Welcome() {
  return (
    <section class="hero welcome">
      <div>
        <p class="eyebrow">{t("Welcome")}</p>
        <h2>{t("Your openings, as one graph of positions")}</h2>
        <p class="quiet">{t("Nothing you open here leaves this machine.")}</p>
        <p class="buttons">
          <button class="primary" onClick={() => (dialog.value = "tour")}>{t("Take the tour")}</button>
        </p>
      </div>
      <ul class="three">
        {THREE.map(([screen, title, text]) => (
          <li key={screen}>
            <a href={href(screen === "explore" ? "build" : screen)}>
              <b>
                <Drawn path={PLACES.find((p) => p.screen === screen)!.icon} />
                {title}
              </b>
              <span class="quiet">{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
