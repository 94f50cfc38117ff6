// The repertoires that come with tabiya, loaded when they are chosen.
export interface Sample {
  name: string;
  title: string;
  load(): Promise<string>;
}

const files = import.meta.glob("../../../samples/*.txt", { query: "?raw", import: "default" });

const TITLES: Record<string, string> = {
  "caro-kann": "A Caro-Kann Defence",
  london: "A London System",
  "queens-gambit": "Queen's Gambit Declined by every road",
};

export const builtIn: readonly Sample[] = Object.entries(files).map(([path, load]) => {
  const name = path.replace(/^.*\/|\.txt$/g, "");
  return { name, title: TITLES[name] ?? name, load: load as () => Promise<string> };
});
