/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The click only starts the download; the object URL must outlive this task of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Hands a text to the browser's downloads as a CSV file. */
export function downloadCsv(name: string, text: string): void {
  download(`${name}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
}
