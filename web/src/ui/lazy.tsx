// A screen that is loaded when it is first shown, or before.
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

type Lazy = FunctionComponent & { load(): Promise<void> };

export function lazy(find: () => Promise<FunctionComponent>): Lazy {
  let found: FunctionComponent | null = null;
  const load = async () => void (found ??= await find());
  function Lazy() {
    const [Screen, set] = useState<FunctionComponent | null>(() => found);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (!Screen && !failed) load().then(() => set(() => found), () => setFailed(true));
    }, [failed]);
    if (Screen) return <Screen />;
    return failed ? (
      <p class="error" role="alert">
        This screen could not be loaded. <button onClick={() => setFailed(false)}>Try again</button>
      </p>
    ) : (
      <p class="quiet">…</p>
    );
  }
  return Object.assign(Lazy, { load });
}
