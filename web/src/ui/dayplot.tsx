import { t } from "../texts";
// Numbers of the coming days as bars, today first, each with the letter of its day.
export function DayPlot({ title, values }: { title: string; values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const width = 100 / Math.max(1, values.length);
  const day = (i: number) => [t("today"), t("tomorrow")][i] ?? t("in {i} days", { i });
  const letter = (i: number) => "SMTWTFS"[(new Date().getDay() + i) % 7];
  const text = values.map((n, i) => (n > 0 ? `${day(i)}: ${n}` : "")).filter(Boolean).join(", ");
  return (
    <figure class="plot bars">
      <svg
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${text || t("Nothing")}`}
      >
        {values.map((n, i) => {
          const height = Math.max(1.5, (n / most) * 38);
          return (
            <rect
              key={i}
              x={i * width + width * 0.14}
              width={width * 0.72}
              y={40 - height}
              height={height}
              rx={0.8}
            >
              <title>{`${day(i)}: ${n}`}</title>
            </rect>
          );
        })}
      </svg>
      <div class="axis days" aria-hidden="true">
        {values.map((_, i) => (
          <span key={i}>{letter(i)}</span>
        ))}
      </div>
    </figure>
  );
}
