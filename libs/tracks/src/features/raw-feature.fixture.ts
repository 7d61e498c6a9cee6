import { normalizeFeature, type NormalizedDrive } from './normalize-feature.js';
import type { RawFeature } from './raw-feature.js';

export const LINE = [
  [-82.5, 35.5],
  [-82.55, 35.55],
  [-82.6, 35.6],
];

/** Returns a feature with a title and an id. */
export function raw(properties: Record<string, unknown> = {}, geometry: unknown = lineString(LINE)): RawFeature {
  return { id: 'a', properties: { title: 'Ridge road', ...properties }, geometry };
}

export const lineString = (coordinates: unknown): unknown => ({ type: 'LineString', coordinates });
export const multiLine = (coordinates: unknown): unknown => ({ type: 'MultiLineString', coordinates });

/** Returns the drive of a feature; throws the reason if it is refused. */
export function taken(feature: RawFeature): NormalizedDrive {
  const normalized = normalizeFeature(feature);
  if ('refused' in normalized) {
    throw new Error(normalized.refused);
  }
  return normalized.drive;
}

/** Returns the reason for a feature's refusal, or "taken". */
export function errorOf(feature: RawFeature): string {
  const normalized = normalizeFeature(feature);
  return 'refused' in normalized ? normalized.refused : 'taken';
}
