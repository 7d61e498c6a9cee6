const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** Formats a number of bytes in the browser's locale: in megabytes, or below a tenth of one in kilobytes. */
export function sizeText(bytes: number): string {
  const isSmall = bytes < MEGABYTE / 10;
  const value = isSmall ? Math.ceil(bytes / KILOBYTE) : bytes / MEGABYTE;
  const unit = isSmall ? 'kilobyte' : 'megabyte';
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
