// The way to every place, at the left of a desk and at the bottom of a phone.
import { dialog, href, route } from "../state/app";
import { due } from "../state/library";
import { Drawn, Icon } from "./icons";
import { isHere, LOGO, PLACES } from "./places";
import { t } from "../texts";

export function Rail() {
  const { screen } = route.value;
  return (
    <nav class="rail" aria-label={t("Places")}>
      <a class="brand" href={href("home")} aria-label={t("tabiya")}>
        <Drawn path={LOGO} />
      </a>
      {PLACES.map((place) => (
        <a
          key={place.screen}
          class="place"
          href={href(place.screen)}
          aria-current={isHere(place, screen) ? "page" : undefined}
        >
          <Drawn path={place.icon} />
          {place.title}
          {place.screen === "practice" && due.value > 0 && (
            <span class="due" aria-label={t(", {value} due", { value: due.value })}>
              {due.value > 999 ? "999+" : due.value}
            </span>
          )}
        </a>
      ))}
      <div class="foot">
        <button onClick={() => (dialog.value = "settings")}>
          <Icon name="gear" />
          {t("Settings")}
        </button>
      </div>
    </nav>
  );
}
