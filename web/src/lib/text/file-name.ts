/** Returns a title as the name of a file: without the characters that file systems reserve. */
export function fileNameOf(title: string, extension: string): string {
  return `${title.replaceAll(/[\\/:*?"<>|]/g, '-')}.${extension}`;
}
