// A screen that is loaded when it is first shown.
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fail } from "../state/app";

export function lazy(load: () => Promise<FunctionComponent>): FunctionComponent {
  let found: FunctionComponent | null = null;
  return function Lazy() {
    const [Screen, set] = useState<FunctionComponent | null>(() => found);
    useEffect(() => {
      if (!found) load().then((it) => set(() => (found = it)), fail);
    }, []);
    return Screen ? <Screen /> : <p class="quiet">…</p>;
  };
}
