/** Bytes at the start of a file that identify its format. */
export const SIGNATURE_BYTES = 12;

const HEIF_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Returns the media type of a picture by its first bytes, whatever its name; null for any other format. */
export function pictureTypeOf(start: Uint8Array): string | null {
  const text = String.fromCharCode(...start.subarray(0, SIGNATURE_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'image/tiff';
  return text.slice(4, 8) === 'ftyp' && HEIF_BRANDS.includes(text.slice(8, 12)) ? 'image/heic' : null;
}
