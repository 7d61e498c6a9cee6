/** What titles are compared by: neither case nor spaces count. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '');
}
