// Every text of the page goes through t().  The English text is its own key, texts.json
// lists them all, and a language is a table of the same keys: tabiyaTexts, set before the
// app is loaded.  Names of chess things and sentences of the core and the server stay
// as they come.
declare global {
  var tabiyaTexts: Readonly<Record<string, string>> | undefined;
}

// What stands in braces is replaced by the value of that name.
export function t(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  const found = globalThis.tabiyaTexts?.[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}
