// The bar above every screen: what is open, and the search for everything.
import { away, server } from "../api";
import { counted, dialog, heading, route } from "../state/app";
import { due } from "../state/library";
import * as position from "../state/position";
import * as rep from "../state/rep";
import { Icon } from "./icons";
import { RepMenu } from "./repmenu";
import { TextField } from "./textfield";
import { t } from "../texts";

export function Topbar() {
  return (
    <header class="topbar">
      <What />
      <button class="finder" onClick={() => (dialog.value = "search")}>
        <Icon name="search" />
        <span>{t("Search everything")}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <button
        class="icon only-narrow"
        aria-label={t("Settings")}
        onClick={() => (dialog.value = "settings")}
      >
        <Icon name="gear" />
      </button>
    </header>
  );
}

function What() {
  const { screen } = route.value;
  if (screen === "explore" || screen === "build" || screen === "practice") return <Repertoire />;
  const [title, more] =
    screen === "home" ? [greeting(new Date().getHours()), due.value > 0 ? dueText() : ""]
    : screen === "database" ? [t("Games"), gamesText()]
    : screen === "analysis" ? [heading.value.title || t("Analysis"), heading.value.more]
    : [t("Openings"), namesText()];
  return (
    <div class="what">
      <h1>{title}</h1>
      <span class="quiet">{more}</span>
    </div>
  );
}

const greeting = (hour: number) =>
  hour < 5 || hour >= 18 ? t("Good evening") : hour < 12 ? t("Good morning") : t("Good afternoon");
const dueText = () => due.value === 1 ? t("1 card is due today") : t("{n} cards are due today", { n: due.value });
const gamesText = () =>
  server.value?.database ? counted(server.value.database.games, "game") : away.value ? t("the server does not answer") : t("no database");
const namesText = () =>
  position.book.value === "ready" && server.value
    ? counted(server.value.names.positions, "named position")
    : "";

// The field is as wide as what is in it.
const grow = (field: HTMLInputElement) =>
  field.parentElement!.setAttribute("data-text", field.value);

// The repertoire that is open; Build changes its title here.
function Repertoire() {
  const { screen } = route.value;
  const state = rep.state.value;
  const it = rep.open.value;
  if (!it || !state) {
    const title = screen === "practice" ? t("Practice") : screen === "build" ? t("Build") : t("Repertoire");
    return (
      <div class="what">
        <h1>{title}</h1>
      </div>
    );
  }
  const title = state.title || it.name;
  return (
    <div class="what about">
      <h1 class={screen === "practice" ? "short" : ""} title={`${it.name}.txt`}>
        {screen === "build" ? (
          <>
            <span class="hidden">{t("Build: ")}</span>
            <span class="asitstext" data-text={title}>
              <TextField
                aria-label={t("Title")}
                size={1}
                value={title}
                onInput={(e) => grow(e.currentTarget)}
                onChange={(e) => rep.setTitle(e.currentTarget.value)}
              />
            </span>
          </>
        ) : screen === "practice" ? (
          t("Practice")
        ) : (
          title
        )}
      </h1>
      <RepMenu />
      <span class="quiet">
        {screen === "practice" && `${title} · `}
        {state.color === "white" ? t("White") : t("Black")} · {counted(state.nodes, "position")} ·{" "}
        {counted(state.edges, "move")}
      </span>
      <span class="quiet saved" data-state={rep.saved.value}>
        · {rep.saved.value}
      </span>
    </div>
  );
}
