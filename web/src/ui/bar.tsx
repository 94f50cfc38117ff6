import { t } from "../texts";
// The results of games as a bar; the shares in percent stand in it where there is room.
export function Bar({ white, draws, black }: { white: number; draws: number; black: number }) {
  const all = white + draws + black;
  if (all === 0)
    return (
      <span class="quiet" title={t("No game has a result")}>
        –
      </span>
    );
  const part = (n: number, kind: string) => (
    <span class={kind} style={{ width: `${(n / all) * 100}%` }}>
      {n / all > 0.095 ? Math.round((n / all) * 100) : ""}
    </span>
  );
  const words = t("White {white}, drawn {draws}, Black {black}", { white, draws, black });
  return (
    <div class="bar" role="img" aria-label={words}>
      {part(white, "white")}
      {part(draws, "draws")}
      {part(black, "black")}
    </div>
  );
}
