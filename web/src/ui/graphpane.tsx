// The graph of the repertoire that is open, with what is said of a position
// under the pointer, and as a list for those who do not see it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { layout } from "../graph/layout";
import { GraphView, READABLE, type Mode } from "../graph/graph-view";
import { change, fail, settings, shown, theme } from "../state/app";
import * as overview from "../state/overview";
import * as rep from "../state/rep";
import type { RepNode } from "../types";
import { download } from "./download";
import { Overview } from "./overview";

interface Tip {
  node: RepNode;
  x: number;
  y: number;
}

interface Props {
  onPick(node: number): void;
  viewOnly?: boolean; // says nothing that would answer a question
  current?: number | null | undefined; // instead of where the board stands
}

export function GraphPane({ onPick, viewOnly = false, current }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<GraphView | null>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const [mode, setMode] = useState<Mode>("auto");
  const [working, setWorking] = useState(false);
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
      measure: () => overview.measure.peek(),
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
  useEffect(() => view.current?.refresh(), [theme.value, overview.measure.value]);
  const large = (rep.state.value?.nodes ?? 0) > READABLE;
  const focused = mode === "focus" || (mode === "auto" && large);
  const strip = settings.value.overview ?? large;
  useLayoutEffect(() => {
    view.current?.strip(strip);
    overview.visible.value = strip;
    return () => void (overview.visible.value = false);
  }, [strip]);

  const name = rep.open.value?.name ?? "graph";
  const anew = () => {
    if (session)
      layout(session, true, () => {
        rep.placed();
        view.current?.set(session.arrays());
        view.current?.fit();
      }, setWorking);
  };
  return (
    <section class="graphpane" aria-label="Graph">
      <div class="buttons">
        <button onClick={() => view.current?.fit()}>Fit</button>
        <button class="icon" aria-label="Larger" onClick={() => view.current?.zoom(1.3)}>+</button>
        <button class="icon" aria-label="Smaller" onClick={() => view.current?.zoom(1 / 1.3)}>−</button>
        {!viewOnly && <button onClick={anew} disabled={working}>{working ? "Laying out …" : "Lay out anew"}</button>}
        {!viewOnly && (
          <button aria-pressed={settings.value.labels} onClick={() => change({ labels: !settings.value.labels })}>
            Moves
          </button>
        )}
        <button aria-pressed={focused} onClick={() => setMode(focused ? "whole" : "focus")}>Focus</button>
        <button aria-pressed={strip} onClick={() => change({ overview: !strip })}>Overview</button>
        <button onClick={() => download(`${name}.svg`, view.current?.toSVG() ?? "", "image/svg+xml")}>SVG</button>
        <button onClick={() => view.current?.toPNG().then((png) => png && download(`${name}.png`, png), fail)}>PNG</button>
      </div>
      <div class="graphhost" ref={host}>
        {rep.state.value?.nodes === 0 && <p class="quiet nothing">No moves yet{viewOnly ? "" : ": Build adds what is played on the board"}.</p>}
        {tip && <Hover tip={tip} host={host.current!} />}
      </div>
      {strip && <Overview />}
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
  return (
    <div class="graphtip" style={place}>
      {node.parents.length === 0 && <b>start</b>}
      {node.parents.map((p) => (
        <div key={p.edge}>
          <b>{shown(p.label)}</b> {p.note}
        </div>
      ))}
      {node.eval && <div class="quiet">Evaluation {node.eval.text}</div>}
      <div class="quiet">{overview.words(node.node)}</div>
    </div>
  );
}

// The graph around the position, for a screen reader and the keyboard.
function List({ onPick }: { onPick(node: number): void }) {
  const node = rep.node.value;
  if (!node) return null;
  return (
    <nav class="hidden focusable" aria-label="Graph as a list">
      <p>Positions before this one</p>
      <ul>
        {node.parents.map((p) => (
          <li key={p.edge}>
            <button onClick={() => onPick(p.node)}>Before {p.san}</button>
          </li>
        ))}
      </ul>
      <p>Moves from here</p>
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
