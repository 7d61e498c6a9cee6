/**
 * Converts a title to a portable file name: ASCII letters and digits joined by dashes.
 * @param fallback the name if the title has neither.
 */
export function fileName(title: string, extension: string, fallback = 'drive'): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return `${words === '' ? fallback : words}.${extension}`;
}
