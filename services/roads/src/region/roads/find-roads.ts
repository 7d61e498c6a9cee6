import { countHairpins } from '@switchback/geo/bends';
import { boundsOfPath } from '@switchback/geo/bounds';
import { weightedCurveMeters } from '@switchback/geo/curviness';
import { pathLengthMeters } from '@switchback/geo/distance';
import { degreesPerKm } from '@switchback/geo/heading-change';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { resamplePath } from '@switchback/geo/resample';
import { simplifyPath } from '@switchback/geo/simplify';
import type { FeatureStore } from '../map/feature-store.js';
import { type CurvyRoad, ROADS_MAX } from './curvy-road.js';
import { joinWays, type Link, type PlacedWay } from './join-ways.js';
import { lineOf } from './line-of.js';
import type { RoadWay } from './road-way.js';
import { SettledAreas } from './settled-areas.js';

const LENGTH_MIN_METERS = 1_000;
/** A longer road is split at its next way, so that its curves say something about its surroundings. */
const LENGTH_MAX_METERS = 150_000;
const OVERVIEW_TOLERANCE_METERS = 8;
const SETTLED_SPACING_METERS = 50;
/** A road has a name if it holds for this share of it, or if there is no number. */
const NAME_SHARE_MIN = 0.5;

/** Ways that may form curvy roads; their lines are those of the map's features. */
export class RoadWays {
  readonly #ways: PlacedWay[] = [];

  /** @param feature number of the way's line in `features`. */
  add(ends: { id: number; first: number; last: number }, way: RoadWay, features: FeatureStore, feature: number): void {
    const points = () => features.linesOf(feature)[0]!;
    this.#ways.push({ ...ends, ...way, points, lengthMeters: pathLengthMeters(lineOf(points())) });
  }

  /** Returns the roads of a kilometer and more, the curviest first. */
  find(features: FeatureStore): CurvyRoad[] {
    const settled = new SettledAreas(features);
    const roads: CurvyRoad[] = [];
    for (const links of joinWays(this.#ways))
      for (const part of partsOf(links)) {
        const line = lineOf(part.points);
        const lengthMeters = pathLengthMeters(line);
        if (lengthMeters >= LENGTH_MIN_METERS) roads.push(measured(part.links, line, lengthMeters, settled));
      }
    return roads.sort((a, b) => b.curvesMeters - a.curvesMeters || a.id.localeCompare(b.id)).slice(0, ROADS_MAX);
  }
}

/** Splits a road that is too long. */
function partsOf(links: readonly Link[]): { links: Link[]; points: number[] }[] {
  const parts: { links: Link[]; points: number[] }[] = [];
  let lengthMeters = Infinity;
  for (const link of links) {
    if (lengthMeters > LENGTH_MAX_METERS) {
      parts.push({ links: [], points: [] });
      lengthMeters = 0;
    }
    lengthMeters += link.way.lengthMeters;
    const part = parts.at(-1)!;
    part.links.push(link);
    for (const coordinate of pointsOf(link)) part.points.push(coordinate);
  }
  return parts;
}

function pointsOf({ way, isReversed }: Link): number[] {
  const points = Array.from(way.points());
  if (!isReversed) return points;
  return points.map((_, at) => points[points.length - 2 - at + 2 * (at % 2)]!);
}

function measured(
  links: readonly Link[],
  line: readonly LatLng[],
  lengthMeters: number,
  settled: SettledAreas,
): CurvyRoad {
  const { north, east, south, west } = boundsOfPath(line);
  const ways = links.map(({ way }) => way);
  const ref = prevailing(ways, ({ ref: number }) => number)?.text ?? null;
  const name = prevailing(ways, (way) => way.name);
  return {
    id: String(Math.min(...ways.map(({ id }) => id))),
    name: name && (ref === null || name.share >= NAME_SHARE_MIN) ? name.text : null,
    ref,
    surface: prevailing(ways, ({ surface }) => surface)?.text ?? null,
    isUnpaved: ways[0]!.isUnpaved,
    distanceMeters: Math.round(lengthMeters),
    degreesPerKm: degreesPerKm(line),
    curvesMeters: Math.round(weightedCurveMeters(line, (place) => !settled.contain(place))),
    hairpins: countHairpins(line),
    settledShare: shareOf(resamplePath(line, SETTLED_SPACING_METERS), (place) => settled.contain(place)),
    bounds: [north, east, south, west],
    path: encodePolyline(line),
    overview: encodePolyline(simplifyPath(line, OVERVIEW_TOLERANCE_METERS)),
  };
}

function shareOf(places: readonly LatLng[], holds: (place: LatLng) => boolean): number {
  return Math.round((100 * places.filter(holds).length) / places.length) / 100;
}

/** Returns the text that holds for most of a road, and its share; null if there is none. */
function prevailing(
  ways: readonly PlacedWay[],
  textOf: (way: PlacedWay) => string | null,
): { text: string; share: number } | null {
  const meters = new Map<string, number>();
  for (const way of ways) {
    const text = textOf(way);
    if (text !== null) meters.set(text, (meters.get(text) ?? 0) + way.lengthMeters);
  }
  const [best] = [...meters].sort(([, a], [, b]) => b - a);
  if (!best) return null;
  return { text: best[0], share: best[1] / ways.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0) };
}
