import { t } from "../texts";
// A repertoire in a link: its text, deflated, as base64url.  Longer links are
// cut by programs on their way.
export const LONGEST = 8192;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

// null: it would be longer than LONGEST.
export async function packed(text: string): Promise<string | null> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  if (bytes.length > LONGEST) return null;
  const link = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return link.length > LONGEST ? null : link;
}

// Throws if the link is no such text, or one that is far too large.
export async function unpacked(link: string): Promise<string> {
  if (link.length > LONGEST || !/^[\w-]*$/.test(link)) throw new Error(t("The link is damaged."));
  try {
    const bytes = Uint8Array.from(atob(link.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    throw new Error(t("The link is damaged."));
  }
}
