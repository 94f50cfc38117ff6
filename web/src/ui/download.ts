// A file for the user to keep.
export function download(name: string, data: string | Blob, type = "text/plain"): void {
  const url = URL.createObjectURL(typeof data === "string" ? new Blob([data], { type: `${type};charset=utf-8` }) : data);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
