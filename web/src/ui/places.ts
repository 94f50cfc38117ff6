// The places of the rail: the first picture of the page draws them before the app is
// there, and the app in their stead.
import type { Screen } from "../state/first";
import { t } from "../texts";

export interface Place {
  screen: Screen; // where it leads
  title: string;
  icon: string; // a path in a box of 24
  also?: readonly Screen[]; // other screens of the same place
}

export const ANALYSIS = "M7 7h10v10H7zM10 10h4v4h-4zM9 3v4M15 3v4M9 17v4M15 17v4M3 9h4M3 15h4M17 9h4M17 15h4";

export const PLACES: readonly Place[] = [
  { screen: "home", title: t("Home"), icon: "M4 11l8-7l8 7v9h-5v-6h-6v6H4z" },
  {
    screen: "explore", title: t("Repertoire"), also: ["build"],
    icon: "M12 3v5M12 8c0 5-6 4-6 9v3M12 8c0 5 6 4 6 9v3M4 20h4M16 20h4",
  },
  {
    screen: "practice", title: t("Practice"),
    icon: "M13 3.1A9 9 0 1 0 20.9 11M12.5 8A4 4 0 1 0 16 11.5M12 12l5-5M17 3.5v3.5h3.5",
  },
  {
    screen: "database", title: t("Games"),
    icon: "M5 6c0-2.7 14-2.7 14 0v12c0 2.7-14 2.7-14 0zM5 6c0 2.7 14 2.7 14 0M5 12c0 2.7 14 2.7 14 0",
  },
  {
    screen: "openings", title: t("Openings"),
    icon: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2c2-2 5-2 8-2V4c-3 0-6 0-8 2zv14",
  },
  {
    screen: "analysis", title: t("Analysis"),
    icon: ANALYSIS,
  },
];

export const LOGO = "M12 2.5v5M12 16.5v5M12 7.5l4.5 4.5l-4.5 4.5l-4.5-4.5z";

export const isHere = ({ screen, also }: Place, now: Screen) =>
  screen === now || (also?.includes(now) ?? false);

const drawn = (path: string) =>
  `<svg class="drawn" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;

// The rail as text: what rail.tsx renders, without the buttons at its foot.
export const railText = (now: Screen) =>
  `<a class="brand" href="#/" aria-label="tabiya">${drawn(LOGO)}</a>` +
  PLACES.map((place) => {
    const here = isHere(place, now) ? ' aria-current="page"' : "";
    const link = `#/${place.screen === "home" ? "" : place.screen}`;
    return `<a class="place" href="${link}"${here}>${drawn(place.icon)}${place.title}</a>`;
  }).join("");
