// Small plots as SVG: bars and curves, with their numbers for those who do not
// see them.

interface Bars {
  title: string;
  values: readonly { label: string; value: number }[];
}

export function BarPlot({ title, values }: Bars) {
  const most = Math.max(1, ...values.map((v) => v.value));
  const width = 100 / Math.max(1, values.length);
  const text = values.filter((v) => v.value > 0).map((v) => `${v.label}: ${v.value}`).join(", ");
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={`${title}. ${text || "Nothing"}`}>
        {values.map((v, i) => {
          const height = (v.value / most) * 36;
          return (
            <rect key={i} x={i * width + width * 0.1} width={width * 0.8} y={40 - height} height={height}>
              <title>{`${v.label}: ${v.value}`}</title>
            </rect>
          );
        })}
      </svg>
      <div class="axis quiet">
        <span>{values[0]?.label}</span>
        <span>at most {most}</span>
        <span>{values.at(-1)?.label}</span>
      </div>
    </figure>
  );
}

interface Curve {
  title: string;
  lines: readonly { name: string; kind: string; values: readonly (number | null)[] }[];
  least: number;
  most: number;
  zero?: number; // where a line is drawn across
  at: number; // which value is looked at; -1: what was before the first
  held?: boolean; // a value holds until the next
  unit(value: number): string;
  onPick(i: number): void;
}

// Curves over the moves of a game; a click goes to the move.
export function CurvePlot({ title, lines, least, most, zero, at, held = false, unit, onPick }: Curve) {
  const n = Math.max(2, ...lines.map((l) => l.values.length));
  const x = (i: number) => (i / (n - 1)) * 100;
  const y = (v: number) => 40 - ((Math.min(most, Math.max(least, v)) - least) / (most - least || 1)) * 40;
  const path = (values: readonly (number | null)[]) => {
    let d = "";
    let pen = "M";
    values.forEach((v, i) => {
      if (v === null) return;
      d += `${pen}${x(i).toFixed(2)} ${y(v).toFixed(2)}`;
      pen = "L";
    });
    return d;
  };
  const value = (values: readonly (number | null)[]) => (held ? values.slice(0, at + 1).filter((v) => v !== null).at(-1) : values[at]) ?? null;
  // who has values is named even where none is known yet
  const here = lines.map((l) => ({ ...l, value: value(l.values) })).filter((l) => l.value !== null || (l.name && l.values.some((v) => v !== null)));
  const told = (v: number | null, unknown: string) => (v === null ? unknown : unit(v));
  const words = here.map((l) => `${l.name} ${told(l.value, "unknown")}`.trim()).join(", ");
  return (
    <figure class="plot">
      <figcaption>
        {title}{" "}
        {here.map((l) => (
          <span key={l.name} class="quiet">
            {l.name && <i class={`stroke ${l.kind}`} />} {l.name} {told(l.value, "–")}{" "}
          </span>
        ))}
      </figcaption>
      <svg
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={words ? `${title}. ${words}` : title}
        onClick={(e) => {
          const box = e.currentTarget.getBoundingClientRect();
          onPick(Math.round(((e.clientX - box.left) / box.width) * (n - 1)));
        }}
      >
        {zero !== undefined && <line class="zero" x1={0} x2={100} y1={y(zero)} y2={y(zero)} />}
        {lines.map((l) => (
          <path key={l.name} class={`curve ${l.kind}`} d={path(l.values)} />
        ))}
        {at >= 0 && <line class="here" x1={x(at)} x2={x(at)} y1={0} y2={40} />}
      </svg>
    </figure>
  );
}
