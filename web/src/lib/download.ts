/** The browser reads the file from its address some time after the click. */
const KEPT_MS = 60_000;

/** Hands a file to the browser to keep. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
