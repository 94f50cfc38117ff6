// A screen that is loaded when it is first shown, or before.
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { answers, OFFLINE } from "../api";
import { t } from "../texts";

const PATIENCE = 8000; // milliseconds

type Lazy = FunctionComponent & { load(): Promise<void> };

export function lazy(find: () => Promise<FunctionComponent>): Lazy {
  let found: FunctionComponent | null = null;
  const load = async () => void (found ??= await find());
  function Lazy() {
    const [Screen, set] = useState<FunctionComponent | null>(() => found);
    const [trouble, setTrouble] = useState("");
    useEffect(() => {
      if (Screen || trouble) return undefined;
      const tell = async () => setTrouble((await answers()) ? t("This screen could not be loaded.") : `${t("This screen could not be loaded.")} ${OFFLINE}`);
      // a server that is there but says nothing refuses nothing, either
      const late = setTimeout(tell, PATIENCE);
      load().then(() => set(() => found), tell);
      return () => clearTimeout(late);
    }, [trouble]);
    if (Screen) return <Screen />;
    return trouble ? (
      <p class="error" role="alert">
        {trouble} <button onClick={() => setTrouble("")}>{t("Try again")}</button>
      </p>
    ) : (
      <p class="quiet">…</p>
    );
  }
  return Object.assign(Lazy, { load });
}
