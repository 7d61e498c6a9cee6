/** Returns the key by which titles are compared; ignores case and whitespace. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '');
}
