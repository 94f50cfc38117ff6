// Curves over the moves of a game as SVG, with their numbers for those who do not see
// them.

interface Curve {
  title: string;
  lines: readonly { name: string; kind: string; values: readonly (number | null)[] }[];
  least: number;
  most: number;
  zero?: number; // where a line is drawn across; what is between it and a curve is filled
  dots?: readonly number[]; // values of the first curve that are marked
  at: number; // which value is looked at; -1: what was before the first
  held?: boolean; // a value holds until the next
  unit(value: number): string;
  onPick(i: number): void;
}

// Curves over the moves of a game; a click goes to the move.
export function CurvePlot({ title, lines, least, most, zero, dots = [], at, held = false, unit, onPick }: Curve) {
  const n = Math.max(2, ...lines.map((l) => l.values.length));
  const x = (i: number) => (i / (n - 1)) * 100;
  const y = (v: number) => 40 - ((Math.min(most, Math.max(least, v)) - least) / (most - least || 1)) * 40;
  const point = (i: number, v: number) => `${x(i).toFixed(2)} ${y(v).toFixed(2)}`;
  const known = (values: readonly (number | null)[]) => values.flatMap((v, i) => (v === null ? [] : [[i, v] as const]));
  const path = (values: readonly (number | null)[]) => known(values).map(([i, v], n) => (n ? "L" : "M") + point(i, v)).join("");
  const area = (values: readonly (number | null)[], to: number) => {
    const all = known(values);
    return all.length > 0 ? `M${point(all[0]![0], to)}${all.map(([i, v]) => `L${point(i, v)}`).join("")}L${point(all.at(-1)![0], to)}Z` : "";
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
        {zero !== undefined && lines.map((l) => <path key={l.name} class="area" d={area(l.values, zero)} />)}
        {zero !== undefined && <line class="zero" x1={0} x2={100} y1={y(zero)} y2={y(zero)} />}
        {lines.map((l) => (
          <path key={l.name} class={`curve ${l.kind}`} d={path(l.values)} />
        ))}
        {dots.map((i) => typeof lines[0]?.values[i] === "number" && <path key={i} class="dot" d={`M${point(i, lines[0].values[i])}h0`} />)}
        {at >= 0 && <line class="here" x1={x(at)} x2={x(at)} y1={0} y2={40} />}
      </svg>
    </figure>
  );
}
