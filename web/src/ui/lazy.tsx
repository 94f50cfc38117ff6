// A screen that is loaded when it is first shown, or before.
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fail } from "../state/app";

type Lazy = FunctionComponent & { load(): Promise<void> };

export function lazy(find: () => Promise<FunctionComponent>): Lazy {
  let found: FunctionComponent | null = null;
  const load = async () => void (found ??= await find());
  function Lazy() {
    const [Screen, set] = useState<FunctionComponent | null>(() => found);
    useEffect(() => {
      if (!Screen) load().then(() => set(() => found), fail);
    }, []);
    return Screen ? <Screen /> : <p class="quiet">…</p>;
  }
  return Object.assign(Lazy, { load });
}
