import { IMPORT_LIMITS, TOO_MANY_POINTS, type FeatureOrRefusal } from './raw-feature.js';

/** Gathers one feature of an XML format part by part, never more than a drive may hold. */
export class LineCollector {
  /** Texts as they stood, by the name of the property they become. */
  readonly properties: Record<string, string> = {};
  /** Geometries that are no lines. */
  readonly otherGeometries = new Set<string>();
  private readonly parts: [number, number][][] = [];
  private readonly stamps: { first: number; last: number }[] = [];
  private points = 0;

  constructor(readonly line: number) {}

  beginPart(): void {
    if (this.parts.length <= IMPORT_LIMITS.partsMax) {
      this.parts.push([]);
      this.stamps.push({ first: NaN, last: NaN });
    }
  }

  /** Longitude and latitude as they stood; what is not a number is refused later, with its place. */
  addPoint(lng: string | undefined, lat: string | undefined): void {
    this.points += 1;
    if (this.points <= IMPORT_LIMITS.pointsMax) {
      this.parts[this.parts.length - 1]?.push([toNumber(lng), toNumber(lat)]);
    }
  }

  get isFull(): boolean {
    return this.points > IMPORT_LIMITS.pointsMax;
  }

  addTime(text: string): void {
    const time = Date.parse(text.trim());
    const stamps = this.stamps[this.stamps.length - 1];
    if (stamps && !Number.isNaN(time)) {
      stamps.first = Number.isNaN(stamps.first) ? time : stamps.first;
      stamps.last = time;
    }
  }

  finish(): FeatureOrRefusal {
    if (this.isFull) {
      return { line: this.line, refused: TOO_MANY_POINTS };
    }
    const [otherGeometry] = this.otherGeometries;
    const geometry =
      this.parts.length === 0 && otherGeometry !== undefined
        ? { type: otherGeometry }
        : { type: 'MultiLineString', coordinates: this.parts };
    const recordedSeconds = this.stamps.map(({ first, last }) => (last > first ? (last - first) / 1_000 : null));
    return { line: this.line, feature: { id: null, properties: this.properties, geometry, recordedSeconds } };
  }
}

function toNumber(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? NaN : Number(text);
}
