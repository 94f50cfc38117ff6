// The page is kept by the browser, and a new version of it is offered.
import { tell } from "./app";
import { t } from "../texts";

const WHEN = 2000; // milliseconds: what is on the screen comes first

async function keep(): Promise<void> {
  const { serviceWorker } = navigator;
  const before = serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => before && location.reload());
  const found = await serviceWorker.register("service-worker.js");
  const offer = (next: ServiceWorker | null) => {
    if (!before || next?.state !== "installed") return;
    tell(t("There is a new version of the page."), "warning", {
      title: t("Load it"), run: () => next.postMessage(""),
    });
  };
  offer(found.waiting);
  found.addEventListener("updatefound", () => {
    const next = found.installing;
    next?.addEventListener("statechange", () => offer(next));
  });
}

// Not from a file, and not where the connection is not secure: browsers refuse that.
export function keepPage(): void {
  if (__SINGLE__ || !("serviceWorker" in navigator)) return;
  setTimeout(() => void keep().catch(() => {}), WHEN);
}
