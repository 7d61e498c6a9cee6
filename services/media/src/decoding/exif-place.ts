/** Location of a photo. */
export interface Place {
  lat: number;
  lng: number;
}

const GPS_POINTER = 0x88_25;
const [LAT_REF, LAT, LNG_REF, LNG] = [1, 2, 3, 4] as const;
const ENTRY_BYTES = 12;
const RATIONAL_BYTES = 8;
/** Types of fractions; signed ones are against the standard, but written. */
const [RATIONAL, SIGNED_RATIONAL] = [5, 10] as const;
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
  const at = (reference: number, value: number, [positive, negative]: string) => {
    const [sign, entry] = [gps.get(reference), gps.get(value)];
    if (sign === undefined || entry === undefined) return Number.NaN;
    const letter = tiff.toString('latin1', sign + 8, sign + 9).toUpperCase();
    // Without a hemisphere, a position may be on the other side of the world.
    if (letter !== positive && letter !== negative) return Number.NaN;
    return letter === negative ? -block.degrees(entry) : block.degrees(entry);
  };
  const place = { lat: at(LAT_REF, LAT, 'NS'), lng: at(LNG_REF, LNG, 'EW') };
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
  const fraction = (at: number) => {
    const [dividend, divisor] = [u32(at), u32(at + 4)];
    // Cameras write 0/0 for a part that they do not know.
    return dividend === 0 && divisor === 0 ? null : dividend / divisor;
  };
  /**
   * Reads an angle of as many fractions as its entry counts: degrees alone, degrees and minutes, or degrees, minutes and
   * seconds. NaN or infinite if the angle is not valid.
   */
  const degrees = (entry: number) => {
    const [type, count, at] = [u16(entry + 2), u32(entry + 4), u32(entry + 8)];
    if ((type !== RATIONAL && type !== SIGNED_RATIONAL) || count === 0) return Number.NaN;
    const parts = [1, 60, 3_600].slice(0, count).map((share, index) => ({ share, at: at + index * RATIONAL_BYTES }));
    return parts.reduce((sum, part, index) => {
      const value = fraction(part.at) ?? (index === 0 ? Number.NaN : 0);
      return sum + value / part.share;
    }, 0);
  };
  return { u32, entries, degrees };
}
