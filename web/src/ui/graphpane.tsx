// The graph of the repertoire that is open, with what is said of a position
// under the pointer, and as a list for those who do not see it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { picture } from "../board/picture";
import { core } from "../core";
import { layout } from "../graph/layout";
import { GraphView, MANY, type Mode } from "../graph/graph-view";
import { change, fail, settings, shown, theme } from "../state/app";
import { shortName } from "../state/names";
import * as overview from "../state/overview";
import { book, side, wantBook } from "../state/position";
import * as rep from "../state/rep";
import "../styles/graph.css";
import type { RepNode } from "../types";
import { download } from "./download";
import { Choices, Legend } from "./overview";
import { t } from "../texts";

interface Tip {
  node: RepNode;
  x: number;
  y: number;
}

// A question is not answered by what is wide or dark.
const NOTHING = { totals: false, weight: () => 0, shade: null };

const TOOLS = {
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  larger: "M12 5v14M5 12h14",
  smaller: "M5 12h14",
  focus: "M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10zM12 2v4M12 18v4M2 12h4M18 12h4",
  overview: "M4 5h16v5H4zM4 14h9v5H4zM16 14h4v5h-4z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

interface Props {
  onPick(node: number): void;
  viewOnly?: boolean; // says nothing that would answer a question
  current?: number | null | undefined; // instead of where the board stands
}

// The name of a position of its own.
const nameAt = (fen: string) =>
  shortName(core().named({ from: fen, moves: [] }).opening?.name ?? "");

export function GraphPane({ onPick, viewOnly = false, current }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<GraphView | null>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const [mode, setMode] = useState<Mode>("auto");
  const [working, setWorking] = useState(false);
  const [more, setMore] = useState(false);
  const [focused, setFocused] = useState(false);
  const names = useRef(new Map<number, string>());
  const pick = useRef(onPick);
  pick.current = onPick;
  const secret = useRef(viewOnly);
  secret.current = viewOnly;

  // before the first frame, which has the buttons that use it
  useLayoutEffect(() => {
    const made = new GraphView(host.current!, {
      pick: (node) => pick.current(node),
      hover(node, x, y) {
        const session = rep.open.peek()?.session;
        setTip(node === null || !session || secret.current ? null : { node: session.node(node), x, y });
      },
      edgeText: (edge, from) => secret.current ? "" : shown(rep.open.peek()?.session.edgeSan(edge, from) ?? ""),
      label(node) {
        const session = rep.open.peek()?.session;
        if (!session || secret.current || book.peek() !== "ready") return "";
        let name = names.current.get(node);
        if (name === undefined) names.current.set(node, (name = nameAt(session.node(node).fen)));
        return name;
      },
      measure: () => secret.current ? NOTHING : overview.measure.peek(),
      changed: (focused) => setFocused(focused),
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  const shape = rep.shape.value; // grows when nodes or moves come or go
  const session = rep.open.value?.session;
  const here = current === undefined ? (rep.state.value?.node ?? null) : current;
  const way = current === undefined ? rep.wayHere.value : null;
  const stand = () => view.current?.current(here, way?.map((s) => s.edge));
  useLayoutEffect(() => {
    names.current.clear();
    if (!session) return undefined;
    view.current?.set(session.arrays());
    stand();
    return layout(session, false, () => {
      rep.placed();
      view.current?.set(session.arrays());
    }, setWorking);
  }, [session, shape]);
  // after the frame: the board does not wait for the graph
  useEffect(stand, [here, way]);

  useLayoutEffect(() => view.current?.labels(settings.value.labels && !viewOnly), [settings.value.labels, viewOnly]);
  useEffect(() => view.current?.mode(mode), [mode]);
  useEffect(() => {
    names.current.clear();
    view.current?.refresh();
  }, [theme.value, overview.measure.value, book.value]);
  useEffect(() => void wantBook(), []);
  const strip = settings.value.overview ?? (rep.state.value?.nodes ?? 0) > MANY;
  useLayoutEffect(() => view.current?.strip(strip), [strip]);
  useLayoutEffect(() => {
    overview.visible.value = !viewOnly;
    return () => void (overview.visible.value = false);
  }, [viewOnly]);

  const name = rep.open.value?.name ?? "graph";
  const anew = () => {
    if (session)
      layout(session, true, () => {
        rep.placed();
        view.current?.set(session.arrays());
        view.current?.fit();
      }, setWorking);
  };
  // a press elsewhere closes the menu
  useEffect(() => {
    if (!more) return undefined;
    const close = (e: Event) => (e.target as Element).closest(".graphmore") || setMore(false);
    addEventListener("pointerdown", close, true);
    return () => removeEventListener("pointerdown", close, true);
  }, [more]);
  const tool = (label: string, path: string, act: () => void, pressed?: boolean) => (
    <button aria-label={label} title={label} aria-pressed={pressed} onClick={act}>
      <svg class="drawn" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
  const choose = (act: () => void) => () => {
    setMore(false);
    act();
  };
  return (
    <section class="graphpane" aria-label={t("Graph")} aria-busy={working}>
      <div class="graphhost" ref={host}>
        <div class="graphtools" role="toolbar" aria-label={t("Graph tools")} onKeyDown={(e) => e.key === "Escape" && more && (e.stopPropagation(), setMore(false))}>
          {tool(t("Fit"), TOOLS.fit, () => view.current?.fit())}
          {tool(t("Larger"), TOOLS.larger, () => view.current?.zoom(1.3))}
          {tool(t("Smaller"), TOOLS.smaller, () => view.current?.zoom(1 / 1.3))}
          {tool(t("Focus"), TOOLS.focus, () => setMode(focused ? "whole" : "focus"), focused)}
          {tool(t("Overview"), TOOLS.overview, () => change({ overview: !strip }), strip)}
          <div class="graphmore">
            <button aria-label={t("More of the graph")} title={t("More")} aria-expanded={more} onClick={() => setMore(!more)}>
              <svg class="drawn" viewBox="0 0 24 24" aria-hidden="true"><path d={TOOLS.more} /></svg>
            </button>
            {more && (
              <div class="graphmenu">
                {!viewOnly && <Choices />}
                {!viewOnly && (
                  <label>
                    {t("Moves at every edge")}
                    <input type="checkbox" checked={settings.value.labels} onChange={() => change({ labels: !settings.value.labels })} />
                  </label>
                )}
                {!viewOnly && <button onClick={choose(anew)} disabled={working}>{working ? t("Laying out …") : t("Lay out anew")}</button>}
                <button onClick={choose(() => download(`${name}.svg`, view.current?.toSVG() ?? "", "image/svg+xml"))}>{t("Save as SVG")}</button>
                <button onClick={choose(() => view.current?.toPNG().then((png) => png && download(`${name}.png`, png), fail))}>{t("Save as PNG")}</button>
              </div>
            )}
          </div>
        </div>
        {rep.state.value?.nodes === 0 && <p class="quiet nothing">{viewOnly ? t("No moves yet.") : t("No moves yet: Build adds what is played on the board.")}</p>}
        {tip && <Hover tip={tip} host={host.current!} />}
      </div>
      <Legend plain={viewOnly} />
      {!viewOnly && <List onPick={onPick} />}
    </section>
  );
}

// Beside the pointer, on the side where there is more room.
function Hover({ tip: { node, x, y }, host }: { tip: Tip; host: HTMLElement }) {
  const [width, height] = [host.clientWidth, host.clientHeight];
  const [right, down] = [x < width / 2, y < height / 2];
  const place = {
    [right ? "left" : "right"]: `${(right ? x : width - x) + 14}px`,
    [down ? "top" : "bottom"]: `${(down ? y : height - y) + 14}px`,
    maxWidth: `${Math.min(288, (right ? width - x : x) - 20)}px`,
    maxHeight: `${(down ? height - y : y) - 20}px`,
  };
  const board = picture(node.fen, side.value, false);
  return (
    <div class="graphtip" style={place}>
      {board && <div class="tipboard" dangerouslySetInnerHTML={{ __html: board }} />}
      {node.parents.length === 0 && <b>{t("start")}</b>}
      {node.parents.map((p) => (
        <div key={p.edge}>
          <b>{shown(p.label)}</b> {p.note}
        </div>
      ))}
      {node.eval && <div class="quiet">{t("Evaluation {text}", { text: node.eval.text })}</div>}
      <div class="quiet">{overview.words(node.node)}</div>
    </div>
  );
}

// The graph around the position, for a screen reader and the keyboard.
function List({ onPick }: { onPick(node: number): void }) {
  const node = rep.node.value;
  if (!node) return null;
  return (
    <nav class="hidden focusable" aria-label={t("Graph as a list")}>
      <p>{t("Positions before this one")}</p>
      <ul>
        {node.parents.map((p) => (
          <li key={p.edge}>
            <button onClick={() => onPick(p.node)}>{t("Before {move}", { move: p.san })}</button>
          </li>
        ))}
      </ul>
      <p>{t("Moves from here")}</p>
      <ul>
        {node.moves.map((m) => (
          <li key={m.edge}>
            <button onClick={() => onPick(m.node)}>
              {m.description} {m.note} {overview.words(m.node)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
