// The little of IndexedDB that the page uses, in memory.
const items = new Map<string, unknown>();

function answer(result: unknown): object {
  const request: Record<string, unknown> = { result };
  queueMicrotask(() => (request.onsuccess as (() => void) | undefined)?.());
  return request;
}

const store = {
  put: (item: { name: string }) => (items.set(item.name, structuredClone(item)), answer(item.name)),
  get: (name: string) => answer(items.get(name)),
  getAll: () => answer([...items.values()]),
  delete: (name: string) => (items.delete(name), answer(undefined)),
};

function transaction(): object {
  const it: Record<string, unknown> = { objectStore: () => store };
  // when all that was asked is answered
  setTimeout(() => (it.oncomplete as (() => void) | undefined)?.());
  return it;
}

export const memory = { open: () => answer({ transaction }), items };
