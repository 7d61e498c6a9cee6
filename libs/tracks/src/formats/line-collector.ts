import type { LatLng } from '@switchback/geo/location';
import { badPositions } from '../features/bad-positions.js';
import { jumpsOf } from './jumps.js';
import { secondsInMotion } from './moving-time.js';
import { IMPORT_LIMITS, TOO_MANY_POINTS, type FeatureOrRefusal, type RawFeature } from '../features/raw-feature.js';

/** Longitude, latitude and, if known, the elevation in meters. */
type Position = [number, number] | [number, number, number];

/** An unparsed number. */
type Written = string | number | undefined;

interface Part {
  points: Position[];
  times: number[];
}

/** Collects one feature of an XML format part by part, within the limits of a drive. */
export class LineCollector {
  /** Unparsed texts, by the name of the resulting property. */
  readonly properties: Record<string, string> = {};
  /** Name of the file or folder that contains the feature. */
  fileTitle = '';
  /** Geometries other than lines. */
  readonly otherGeometries = new Set<string>();
  private readonly parts: Part[] = [];
  private points = 0;

  constructor(
    readonly line: number,
    private readonly kind?: RawFeature['kind'],
  ) {}

  startPart(): void {
    if (this.parts.length <= IMPORT_LIMITS.partsMax) {
      this.parts.push({ points: [], times: [] });
    }
  }

  /** Adds a point from unparsed longitude, latitude and elevation. */
  addPoint(lng: Written, lat: Written, height?: Written): void {
    this.points += 1;
    if (this.points > IMPORT_LIMITS.pointsMax) return;
    const part = this.parts[this.parts.length - 1];
    const meters = toNumber(height);
    const place = [toNumber(lng), toNumber(lat)] as [number, number];
    part?.points.push(Number.isNaN(meters) ? place : [...place, meters]);
    if (part && part.times.length < part.points.length) part.times.push(NaN);
  }

  get hasLine(): boolean {
    return this.parts.length > 0;
  }

  get isFull(): boolean {
    return this.points > IMPORT_LIMITS.pointsMax;
  }

  /** Sets the elevation of the last point. */
  addHeight(text: string): void {
    const points = this.parts.at(-1)?.points ?? [];
    const point = points.at(-1);
    const meters = toNumber(text);
    // A new array: growing one by an element reserves memory for sixteen more, 30 MB in a long track.
    if (point && !this.isFull && !Number.isNaN(meters)) points[points.length - 1] = [point[0], point[1], meters];
  }

  /** Sets the time of the last point. */
  addTime(text: string): void {
    const part = this.parts[this.parts.length - 1];
    if (part && part.points.length > 0) part.times[part.points.length - 1] = Date.parse(text.trim());
  }

  /** Sets the times of the part's points in order: some formats write all times before all points. */
  addTimes(texts: readonly string[]): void {
    const part = this.parts[this.parts.length - 1];
    if (part) part.times = part.points.map((_, index) => Date.parse(texts[index]?.trim() ?? ''));
  }

  /** Leaves fixes out that no car can have reached; returns their number. */
  private dropJumps(): number {
    let jumps = 0;
    for (const [index, part] of this.parts.entries()) {
      const rest = withoutJumps(part);
      jumps += part.points.length - rest.points.length;
      this.parts[index] = rest;
    }
    return jumps;
  }

  finish(): FeatureOrRefusal {
    if (this.isFull) {
      return { line: this.line, refused: TOO_MANY_POINTS };
    }
    const jumps = this.dropJumps();
    const [otherGeometry] = this.otherGeometries;
    const geometry =
      this.parts.length === 0 && otherGeometry !== undefined
        ? { type: otherGeometry }
        : { type: 'MultiLineString', coordinates: this.parts.map(({ points }) => points) };
    const recordedSeconds = this.parts.map(({ points, times }) => motionOf(points, times));
    const times = this.parts.flatMap((part) => part.times.filter((time) => !Number.isNaN(time)));
    const feature = { id: null, properties: this.properties, geometry, recordedSeconds };
    return {
      line: this.line,
      feature: {
        ...feature,
        ...(this.kind && { kind: this.kind }),
        ...(this.fileTitle && { fileTitle: this.fileTitle }),
        ...(jumps > 0 && { jumps }),
        ...(times.length > 0 && { recordedMs: { start: times[0]!, end: times.at(-1)! } }),
      },
    };
  }
}

function motionOf(points: readonly Position[], times: readonly number[]): number | null {
  const indexes = plausibleIndexes(points);
  return secondsInMotion(placesOf(points, indexes), timesOf(times, indexes));
}

/** Returns the part without a receiver's jumps; positions without a place stay, to be counted later. */
function withoutJumps(part: Part): Part {
  const { points, times } = part;
  const indexes = plausibleIndexes(points);
  const found = jumpsOf(placesOf(points, indexes), timesOf(times, indexes));
  if (found.size === 0) return part;
  const jumps = new Set([...found].map((index) => indexes[index]!));
  const isRight = (_: unknown, index: number) => !jumps.has(index);
  return { points: points.filter(isRight), times: times.filter(isRight) };
}

function plausibleIndexes(points: readonly Position[]): number[] {
  const bad = badPositions(points);
  return [...points.keys()].filter((index) => !bad.has(index));
}

function placesOf(points: readonly Position[], indexes: readonly number[]): LatLng[] {
  return indexes.map((index) => ({ lat: points[index]![1], lng: points[index]![0] }));
}

function timesOf(times: readonly number[], indexes: readonly number[]): number[] {
  return indexes.map((index) => times[index]!);
}

/** Parses a number; some programs write a decimal comma. */
export function toNumber(text: Written): number {
  if (typeof text === 'number') return text;
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? NaN : Number(/^-?\d+,\d+$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed);
}
