// The graph of the repertoire that is open, and what can be found out about it: one card
// with tabs where there is room for it, a tab of the other card where there is not.
import { server } from "../api";
import * as rep from "../state/rep";
import { GraphPane } from "./graphpane";
import { lazy } from "./lazy";
import { TabBody, Tabs, type Tab } from "./tabs";
import { t } from "../texts";

const graph: Tab = {
  id: "graph", title: t("Graph"), flush: true, body: () => <GraphPane onPick={rep.go} />,
};

// They come when one of them is first opened.
const Gaps = lazy(async () => (await import("./gaps")).Gaps);
const MyGames = lazy(async () => (await import("./mygames")).MyGames);
const More = lazy(async () => (await import("./more")).More);

// What needs a database is not shown without one.
const tools = (): Tab[] => [
  ...(server.value?.database
    ? [
        { id: "gaps", title: t("Gaps"), body: () => <Gaps /> },
        { id: "mine", title: t("My games"), body: () => <MyGames /> },
      ]
    : []),
  { id: "more", title: t("More"), body: () => <More /> },
];

export function RepTools({ withGraph }: { withGraph: boolean }) {
  const tabs = [...(withGraph ? [graph] : []), ...tools()];
  return (
    <>
      <Tabs card="tools" tabs={tabs} label={t("Tools")} />
      <TabBody card="tools" tabs={tabs} />
    </>
  );
}
