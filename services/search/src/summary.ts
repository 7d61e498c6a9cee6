import { hash } from 'node:crypto';
import { type DriveSummary, SUMMARY_FIELDS } from '@switchback/contracts/resources/drive';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';

/** The fields of summaries that a search returns. */
export interface Shape {
  names: readonly string[];
  /** Beginning of the first member that is left out, if the fields are the first ones of a summary. */
  end: string | null;
  /** Whether to add the distance of the start, which depends on the query and is no field of a summary. */
  distanceFrom: boolean;
  /** Whether to add the distance of the line. */
  distanceToLine: boolean;
}

const DISTANCE_FROM = 'distanceFrom';
const DISTANCE_TO_LINE = 'distanceToLine';

/** From here on, no member contains the key of another one. */
const SHORTEST_PREFIX = SUMMARY_FIELDS.indexOf('overviewPath');

/** Returns the shape with the requested fields and the id, in the contract's order. */
export function shapeOf(fields: readonly string[]): Shape {
  const wanted = new Set([...fields, 'id']);
  const names = SUMMARY_FIELDS.filter((name) => wanted.has(name));
  const next = SUMMARY_FIELDS[names.length];
  const isPrefix = names.length >= SHORTEST_PREFIX && names.every((name, index) => name === SUMMARY_FIELDS[index]);
  const end = isPrefix && next !== undefined ? keyOf(next) : null;
  const [distanceFrom = false, distanceToLine = false] = [DISTANCE_FROM, DISTANCE_TO_LINE].map((name) =>
    wanted.has(name),
  );
  return { names, end, distanceFrom, distanceToLine };
}

/**
 * Returns 8 URL-safe characters (48 bits of SHA-256) over the drive's encoded fields, including its id: changes
 * whenever one of them does.
 */
export function hashOf(encodedSummary: string): string {
  return hash('sha256', encodedSummary, 'base64url').slice(0, 8);
}

/** Returns the hash of a drive in a shape. Changes at the latest when one of its fields does. */
export function shapeHash(summaryHash: string, { names, distanceFrom }: Shape): string {
  return hashOf(`${summaryHash} ${[...names, ...(distanceFrom ? [DISTANCE_FROM] : [])].join()}`);
}

/**
 * Adds the distance in meters from the query's location to the drive's start, null without a location.
 * @param text the drive as returned
 */
export function withDistance(text: string, encodedSummary: string, from: LatLng | undefined): string {
  const meters = from ? Math.round(distanceMeters(from, startOf(encodedSummary))) : null;
  return `${text.slice(0, -1)},"${DISTANCE_FROM}":${meters}}`;
}

/**
 * Adds the distance in meters to the drive's line, null if it is unknown. It is no part of a hash, so that a drive that
 * the client holds gets it, too.
 * @param text the drive as returned
 */
export function withDistanceToLine(text: string, meters: number | null): string {
  return `${text.slice(0, -1)},"${DISTANCE_TO_LINE}":${meters === null ? null : Math.round(meters)}}`;
}

function startOf(encodedSummary: string): LatLng {
  return (JSON.parse(encodedSummary) as Pick<DriveSummary, 'startLocation'>).startLocation;
}

/** Members whose order tells that an index of this release stored a summary: older ones moved them. */
const ORDERED = [SUMMARY_FIELDS[SHORTEST_PREFIX - 1]!, SUMMARY_FIELDS[SHORTEST_PREFIX]!, SUMMARY_FIELDS.at(-1)!].map(
  keyOf,
);

function keyOf(name: string): string {
  return `,"${name}":`;
}

/**
 * Reduces an encoded summary to a shape. Cuts the text where the shape is a prefix of it: the last occurrence of a key is
 * the member's, since a quote in a value is escaped.
 */
export function pickFields(encodedSummary: string, { names, end }: Shape): string {
  const cut = end === null ? -1 : encodedSummary.lastIndexOf(end);
  if (cut > 0 && isInOrder(encodedSummary)) return `${encodedSummary.slice(0, cut)}}`;
  const summary = JSON.parse(encodedSummary) as Record<string, unknown>;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, summary[name]])));
}

function isInOrder(encodedSummary: string): boolean {
  const places = ORDERED.map((key) => encodedSummary.lastIndexOf(key));
  return places.every((place, index) => index === 0 || place > places[index - 1]!);
}
