/** Location of a photo. */
export interface Place {
  lat: number;
  lng: number;
}

const GPS_POINTER = 0x88_25;
const [LAT_REF, LAT, LNG_REF, LNG] = [1, 2, 3, 4] as const;
const ENTRY_BYTES = 12;
const RATIONAL_BYTES = 8;
/** More than any camera writes into a directory. */
const ENTRIES_MAX = 200;

/**
 * Returns the location in an EXIF TIFF block; null if there is none, or none that is valid. Bytes beyond the block read
 * as zeros.
 */
export function placeOfExif(tiff: Buffer): Place | null {
  const block = readerOf(tiff);
  const pointer = block.entries(block.u32(4)).get(GPS_POINTER);
  if (pointer === undefined) return null;
  const gps = block.entries(block.u32(pointer + 8));
  const at = (reference: number, value: number, negative: string) => {
    const [sign, entry] = [gps.get(reference), gps.get(value)];
    if (sign === undefined || entry === undefined) return Number.NaN;
    const degrees = block.degrees(block.u32(entry + 8));
    return tiff.toString('latin1', sign + 8, sign + 9).toUpperCase() === negative ? -degrees : degrees;
  };
  const place = { lat: at(LAT_REF, LAT, 'S'), lng: at(LNG_REF, LNG, 'W') };
  const isPlace = Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180;
  // Cameras without a position write zeros.
  return isPlace && (place.lat !== 0 || place.lng !== 0) ? place : null;
}

function readerOf(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const uint = (at: number, bytes: number) => {
    if (at + bytes > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes);
  };
  const u16 = (at: number) => uint(at, 2);
  const u32 = (at: number) => uint(at, 4);
  /** Maps the tags of a directory to the offsets of their entries. */
  const entries = (at: number) => {
    const count = Math.min(u16(at), ENTRIES_MAX);
    const places = Array.from({ length: count }, (_, index) => at + 2 + index * ENTRY_BYTES);
    return new Map(places.map((place) => [u16(place), place]));
  };
  /** Reads degrees, minutes and seconds, each a fraction; ignores a part without a divisor. */
  const degrees = (at: number) =>
    [1, 60, 3_600].reduce((sum, share, index) => {
      const part = at + index * RATIONAL_BYTES;
      const divisor = u32(part + 4);
      return divisor === 0 && index > 0 ? sum : sum + u32(part) / divisor / share;
    }, 0);
  return { u32, entries, degrees };
}
