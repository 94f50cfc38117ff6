// Tabs as the keyboard expects them: the arrows go to the next, one is in the way of Tab.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../texts";

export interface Tab {
  id: string;
  title: string;
  count?: number | undefined;
  flush?: boolean; // its body has no margin of its own
  body(): ComponentChildren;
}

// The tab that was chosen on each kind of card, for as long as the page is open.
const chosen = signal<Readonly<Record<string, string>>>({});

export const choose = (card: string, id: string) =>
  void (chosen.value = { ...chosen.value, [card]: id });

export const current = (card: string, tabs: readonly Tab[]): Tab | undefined =>
  tabs.find((t) => t.id === chosen.value[card]) ?? tabs[0];

interface Props {
  card: string;
  tabs: readonly Tab[];
  label?: string;
}

// What a tab and its body are called: there may be two cards with tabs.
export const idOf = (card: string, tab: string) => `tab-${card}-${tab}`;

export function Tabs({ card, tabs, label = t("Position") }: Props) {
  const now = current(card, tabs);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !now) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(now) + by + tabs.length) % tabs.length]!;
    choose(card, next.id);
    document.getElementById(idOf(card, next.id))?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
      {tabs.map(({ id, title, count }) => (
        <button
          key={id}
          id={idOf(card, id)}
          role="tab"
          aria-selected={id === now?.id}
          aria-controls={idOf(card, "body")}
          tabIndex={id === now?.id ? 0 : -1}
          onClick={() => choose(card, id)}
        >
          {title}
          {count !== undefined && count > 0 && <small>{count}</small>}
        </button>
      ))}
    </div>
  );
}

// What the chosen tab shows.
export function TabBody({ card, tabs }: { card: string; tabs: readonly Tab[] }) {
  const now = current(card, tabs)!;
  return (
    <div class="body" role="tabpanel" id={idOf(card, "body")} aria-labelledby={idOf(card, now.id)}>
      {now.flush ? <div class="flush">{now.body()}</div> : now.body()}
    </div>
  );
}
