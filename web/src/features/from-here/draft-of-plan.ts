import type { DriveDetails, Waypoint } from '@switchback/contracts/resources/drive';
import type { Plan } from '@switchback/contracts/resources/plan';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Units } from '@switchback/contracts/rules/units';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { connectedStretchOf } from '@switchback/geo/line-stretch';
import type { Draft } from '../../lib/drafts/draft.js';
import { EMPTY_FIELDS } from '../../lib/drives/drive-fields.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import type { LegAnswer, StoredDirections } from '../../lib/drafts/route-snapshot.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { isChain, isPartOf, nameOf } from './plan-facts.js';
import type { Start } from './plan-url.js';
import { splitPath } from './split-path.js';

const words = fromHereTexts.make;
/** Parts of a loop that came as one leg, so that dragging its line changes only a part of it. */
const LOOP_PARTS = 4;
/** A shorter way is the width of a road: the drives meet. */
const WAY_MIN_METERS = 25;

type Drives = ReadonlyMap<
  string,
  Pick<DriveDetails, 'id' | 'title' | 'distance' | 'path' | 'approximate' | 'countries' | 'tags'>
>;

/** A leg of the draft. */
export interface Part extends Pick<LegAnswer, 'source' | 'distance' | 'duration' | 'countries' | 'tags'> {
  path: readonly LatLng[];
  /** The title of its drive; null for a way. */
  title: string | null;
  /** It enters or leaves its drive between that drive's ends. */
  isStretch: boolean;
  /** A straight line instead of a way, which the editor routes if there is a router. */
  isOpen: boolean;
}

/**
 * Builds the editor's draft of a plan, with the full lines of its drives.
 * @param drives the plan's drives by id; a missing one keeps the plan's coarser line
 */
export function draftOf(plan: Plan, start: Start, drives: Drives, units: Units, to: Start | null = null): Draft {
  const isLoop = plan.way === undefined && plan.legs.length === 1 && !isChain(plan);
  const parts = fewer(isLoop ? loopParts(plan) : partsOf(plan, drives));
  const waypoints = waypointsOf(parts, start, to ?? start);
  const titles = [...new Set(parts.flatMap(({ title }) => title ?? []))];
  return {
    fields: {
      ...EMPTY_FIELDS,
      title: nameOf(plan, drives, start, units, to).slice(0, LIMITS.driveTitleMax),
      description: titles.length === 0 ? '' : words.description(titles),
    },
    route: {
      waypoints: waypoints.map((point) => ({ ...point, value: { location: point.location } })),
      pointsOfInterest: [],
      directions: directionsOf(parts, waypoints, plan),
    },
    rev: null,
  };
}

/** Returns the legs of a plan with the full lines of its drives. */
export function partsOf({ legs, source }: Plan, drives: Drives): Part[] {
  return legs.flatMap((leg): Part[] => {
    const { driveId, distance, duration } = leg;
    const path = decodePolyline(leg.path);
    if (driveId === null) {
      const isOpen = source === 'approximate';
      if (path.length < 2 || pathLengthMeters(path) < WAY_MIN_METERS) return [];
      return [{ path, source, distance, duration, title: null, isStretch: false, isOpen }];
    }
    const drive = drives.get(driveId);
    if (drive === undefined)
      return [{ path, source: 'track', distance, duration, title: null, isStretch: false, isOpen: false }];
    return [
      {
        path: fullPathOf(leg, drive) ?? path,
        source: drive.approximate ? 'approximate' : 'track',
        distance,
        duration,
        countries: drive.countries,
        tags: drive.tags.filter((tag) => tag.source === 'map'),
        title: titleOf(drive),
        isStretch: isPartOf(leg, drives),
        isOpen: false,
      },
    ];
  });
}

/** Returns the part of a drive's full line that a leg follows, in the leg's direction; null if that is unknown. */
function fullPathOf({ from, to }: Plan['legs'][number], drive: Pick<DriveDetails, 'path' | 'distance'>) {
  const full = decodePolyline(drive.path);
  if (from === null || to === null || full.length < 2) return null;
  const scale = lineLengthMeters(full) / drive.distance;
  return connectedStretchOf(full, from * scale, to * scale);
}

/** Splits the only leg of a loop. */
function loopParts({ legs: [leg], source }: Plan): Part[] {
  const { path, distance, duration } = leg!;
  const line = decodePolyline(path);
  const whole = pathLengthMeters(line);
  return splitPath(line, LOOP_PARTS).map((part) => {
    const share = pathLengthMeters(part) / whole;
    const figures = { distance: share * distance, duration: share * duration };
    return { path: part, source, ...figures, title: null, isStretch: false, isOpen: false };
  });
}

/** Merges the shortest ways into the next part until the waypoints fit into a drive. */
function fewer(parts: readonly Part[]): readonly Part[] {
  if (parts.length < LIMITS.waypointsMax) return parts;
  const length = (index: number) =>
    parts[index]!.title === null ? parts[index]!.distance : parts[index]!.distance + parts[index + 1]!.distance;
  const indices = parts.slice(1).map((_, index) => index);
  const shortest = indices.reduce((best, index) => (length(index) < length(best) ? index : best));
  return fewer(parts.toSpliced(shortest, 2, merged(parts[shortest]!, parts[shortest + 1]!)));
}

function merged(a: Part, b: Part): Part {
  return {
    ...a,
    ...b,
    path: [...a.path, ...b.path],
    source: a.isOpen || b.isOpen ? 'approximate' : b.source,
    distance: a.distance + b.distance,
    duration: a.duration + b.duration,
    title: b.title ?? a.title,
    isOpen: a.isOpen && b.isOpen,
  };
}

/** Returns the ends of all parts: home, the ends of drives, home or another place. */
function waypointsOf(parts: readonly Part[], { label }: Start, to: Start): Waypoint[] {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const between = parts.slice(1).map((part, index): Waypoint => {
    const before = parts[index]!;
    const location = before.isOpen ? part.path[0]! : before.path.at(-1)!;
    if (part.title !== null && part.title === before.title) return { label: words.turnaround, location };
    if (part.title !== null) return { label: (part.isStretch ? words.onto : words.startOf)(part.title), location };
    if (before.title === null) return { label: words.via(index + 1), location };
    return { label: (before.isStretch ? words.off : words.endOf)(before.title), location };
  });
  return [{ label, location: first.path[0]! }, ...between, { label: to.label, location: last.path.at(-1)! }];
}

/** Returns the directions of the parts with a known line; the editor requests the others. */
function directionsOf(parts: readonly Part[], waypoints: readonly Waypoint[], { source, way }: Plan): StoredDirections {
  const legs = parts.flatMap((part, index) => {
    if (part.isOpen) return [];
    const { path, source: madeBy, distance, duration, countries, tags } = part;
    const [start, end] = [waypoints[index]!, waypoints[index + 1]!];
    return [
      {
        source: madeBy,
        start,
        end,
        distance,
        duration,
        path: encodePolyline(path),
        countries,
        tags,
        taste: way?.taste,
      },
    ];
  });
  return { source, legs };
}
