// The page without its server: all files of one version, by their sums.  A version comes
// whole or not at all, and the page that is open goes on with its own until it is loaded
// anew, so that files of two versions never meet.
import { t } from "./texts";

declare const __FILES__: Record<string, string>; // each with the sum of its bytes
declare const __LATER__: Record<string, string>; // those that are kept when first wanted
declare const __VERSION__: string;

// What the library of types for pages does not have.
interface WorkerEvent extends Event {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
const worker = globalThis as unknown as {
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, run: (event: WorkerEvent) => void): void;
};

const MINE = "tabiya-";
const NAME = MINE + __VERSION__;

async function isSame(answer: Response, sum: string): Promise<boolean> {
  if (!answer.ok) return false;
  const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest))) === sum;
}

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  try {
    await Promise.all(Object.entries(__FILES__).map(async ([path, sum]) => {
      const answer = await fetch(path, { cache: "no-cache" });
      // the server may have the next version by now: that is not kept halfway
      if (!(await isSame(answer, sum))) throw new Error(t("{path} is of another version.", { path }));
      await cache.put(path, answer);
    }));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

async function tidy(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(MINE) && name !== NAME) await caches.delete(name);
}

async function answer(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(NAME);
  const kept = await cache.match(path || "./");
  if (kept) return kept;
  const fresh = await fetch(request);
  const sum = __LATER__[path];
  if (sum && (await isSame(fresh, sum))) await cache.put(path, fresh.clone());
  return fresh;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
// who reads that there is a new version wants it now: every tab is loaded anew
worker.addEventListener("message", () => void worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { scope } = worker.registration;
  const url = request.url.split(/[?#]/)[0]!;
  if (request.method !== "GET" || !url.startsWith(scope)) return;
  const path = url.slice(scope.length).replace(/^index\.html$/, "");
  if (path === "" || Object.hasOwn({ ...__FILES__, ...__LATER__ }, path))
    event.respondWith(answer(request, path));
});
