// What was looked at lately, for Home.
import { signal } from "@preact/signals";
import { remember, remembered } from "./storage";

export interface Recent {
  kind: "game" | "opening";
  title: string;
  link: string;
  fen?: string; // its picture; older versions kept none
}

const MOST = 6;

const sound = (r: Partial<Recent> | null): r is Recent =>
  typeof r?.title === "string" && typeof r.link === "string" && r.link.startsWith("#/") &&
  ["undefined", "string"].includes(typeof r.fen);

const kept = remembered<{ list: Recent[] }>("recent", { list: [] }).list;
export const recent = signal<readonly Recent[]>(Array.isArray(kept) ? kept.filter(sound) : []);

export function visited(it: Recent): void {
  const others = recent.value.filter((r) => r.title !== it.title || r.kind !== it.kind);
  recent.value = [it, ...others].slice(0, MOST);
  remember("recent", { list: recent.value });
}
