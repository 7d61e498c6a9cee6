import { hairpinsOf } from '../bends.js';
import { type LatLng, unwrapLongitudes } from '../location.js';
import { metersAlong } from '../measured-line.js';
import { startsPart } from '../parts.js';
import { passesOf } from './matching.js';

/** A choice between roads, from the router: its text names the road that the line follows. */
export interface Maneuver {
  /** The router's own word, such as `turn`, `roundabout`, `ferry`. */
  type: string;
  /** Meters from the line's start. */
  along: number;
  /** The road after it; empty if it has no name. */
  road: string;
  exit: string | null;
  text: string;
}

/** A drive as the guide reads it. */
export interface GuideSource {
  path: readonly LatLng[];
  /** Places between the ends to be visited, in order, or that only shape the line. */
  stops: readonly { name: string; location: LatLng; isShaping: boolean }[];
  /** Named places near the line, in any order, such as points of interest and the highest point. */
  places: readonly { name: string; location: LatLng }[];
  /** Stretches of bends where no router knows the roads, ascending. */
  bends: readonly { fromMeters: number; lengthMeters: number }[];
  /** Null if no router knows any of the line: then forks are not claimed. */
  maneuvers: readonly Maneuver[] | null;
  durationSeconds: number;
  /** The line leaves the road between its points. */
  isApproximate: boolean;
}

interface At {
  /** Meters from the line's start. */
  along: number;
}

/** An announcement of the line, the same in every language. */
export type Cue = At &
  (
    | { kind: 'turn'; maneuver: Maneuver }
    | { kind: 'hairpins'; count: number; lengthMeters: number }
    | { kind: 'bends'; lengthMeters: number }
    | { kind: 'stop'; name: string; index: number }
    | { kind: 'place'; name: string }
    | { kind: 'end' }
  );

/** A line to drive along. Derived from the drive, so that the state alone needs storing. */
export interface GuideLine {
  path: readonly LatLng[];
  /** Longitudes continued past ±180, for the comparison of neighbors. */
  lngs: Float64Array;
  /** Meters from the start to each point. */
  along: Float64Array;
  totalMeters: number;
  /** Ascending. */
  cues: readonly Cue[];
  stops: readonly (At & { name: string; location: LatLng; isShaping: boolean })[];
  /** Names of the roads from a distance on, ascending. */
  roads: readonly (At & { name: string })[];
  /** Stretches on a ferry. */
  ferries: readonly { fromMeters: number; toMeters: number }[];
  /** Distances from the start at which the line has gaps. */
  gaps: readonly number[];
  durationSeconds: number;
  /** Added to each distance that decides whether the car is on the line. */
  slackMeters: number;
  hasManeuvers: boolean;
}

/** An approximate line leaves the road by as much. */
const APPROXIMATE_SLACK_METERS = 150;
/** A place farther from the line belongs to another road. */
const PLACE_REACH_METERS = 1_000;
/** Hairpins this close together are one stretch, and a stretch has at least three. */
const HAIRPIN_GAP_METERS = 1_000;
const HAIRPINS_MIN = 3;
/** Types of maneuvers at which the road only bends or changes its name. */
const SILENT = /^(continue|becomes|new name|new_name|start|depart|destination|arrive|notification|roundabout exit)/i;

/** Prepares a drive for the guide. */
export function guideLine(source: GuideSource): GuideLine {
  const { path, durationSeconds, maneuvers } = source;
  const along = metersAlong(path);
  const bare = { path, along, lngs: unwrapLongitudes(path), totalMeters: along.at(-1) ?? 0 };
  const stops = stopsAlong(bare, source.stops);
  const places = source.places.flatMap((place) => placeAlong(bare, place));
  const cues: Cue[] = [
    ...turnsOfManeuvers(maneuvers ?? []),
    ...hairpinStretches(hairpinsOf(path)),
    ...source.bends.map(({ fromMeters, lengthMeters }): Cue => ({
      kind: 'bends',
      along: fromMeters,
      lengthMeters,
    })),
    ...stops.flatMap(({ isShaping, along: at, name }, index): Cue[] =>
      isShaping ? [] : [{ kind: 'stop', along: at, name, index }],
    ),
    ...places,
    { kind: 'end', along: bare.totalMeters },
  ];
  return {
    ...bare,
    cues: withoutRepeatedBends(cues).toSorted((a, b) => a.along - b.along),
    stops,
    roads: (maneuvers ?? []).map((maneuver) => ({ along: maneuver.along, name: maneuver.road })),
    ferries: ferriesOf(maneuvers ?? [], bare.totalMeters),
    gaps: path.flatMap((_, index) => (index > 0 && startsPart(path, index) ? [along[index]!] : [])),
    durationSeconds,
    slackMeters: source.isApproximate ? APPROXIMATE_SLACK_METERS : 0,
    hasManeuvers: maneuvers !== null,
  };
}

type Bare = Pick<GuideLine, 'path' | 'along' | 'lngs' | 'totalMeters'>;

/** Finds each stop after the one before it, so that stops of a road driven twice keep their order. */
function stopsAlong(line: Bare, stops: GuideSource['stops']): GuideLine['stops'] {
  let from = 0;
  return stops.map((stop) => {
    from = firstPass(line, stop.location, from)?.meters ?? from;
    return { ...stop, along: from };
  });
}

function placeAlong(line: Bare, { name, location }: GuideSource['places'][number]): Cue[] {
  const pass = firstPass(line, location, 0);
  return pass === null || pass.awayMeters > PLACE_REACH_METERS ? [] : [{ kind: 'place', along: pass.meters, name }];
}

/** Passes this much farther than the nearest one are passes of the same place. */
const SAME_PLACE_METERS = 30;

/** Returns the first pass of a place that is about as near as the nearest one. */
function firstPass(line: Bare, location: LatLng, fromMeters: number) {
  const passes = passesOf(line, location, fromMeters, line.totalMeters);
  const nearest = passes.reduce((least, { awayMeters }) => Math.min(least, awayMeters), Infinity);
  return passes.find(({ awayMeters }) => awayMeters <= nearest + SAME_PLACE_METERS) ?? null;
}

function turnsOfManeuvers(maneuvers: readonly Maneuver[]): Cue[] {
  return maneuvers.flatMap((maneuver): Cue[] =>
    SILENT.test(maneuver.type) ? [] : [{ kind: 'turn', along: maneuver.along, maneuver }],
  );
}

/** Joins hairpins that follow each other closely. */
function hairpinStretches(hairpins: readonly number[]): Cue[] {
  const groups: number[][] = [];
  for (const meters of hairpins) {
    const group = groups.at(-1);
    if (group !== undefined && meters - group.at(-1)! <= HAIRPIN_GAP_METERS) group.push(meters);
    else groups.push([meters]);
  }
  return groups
    .filter((group) => group.length >= HAIRPINS_MIN)
    .map((group) => ({
      kind: 'hairpins',
      along: group[0]!,
      count: group.length,
      lengthMeters: group.at(-1)! - group[0]!,
    }));
}

/** A stretch of hairpins needs no second announcement as a stretch of bends. */
function withoutRepeatedBends(cues: readonly Cue[]): Cue[] {
  return cues.filter(
    (cue) =>
      cue.kind !== 'bends' ||
      !cues.some((other) => other.kind === 'hairpins' && Math.abs(other.along - cue.along) < HAIRPIN_GAP_METERS),
  );
}

/** A ferry lasts until the next maneuver. */
function ferriesOf(maneuvers: readonly Maneuver[], totalMeters: number): GuideLine['ferries'] {
  return maneuvers.flatMap(({ type, along }, index) =>
    /ferry/i.test(type) && !/exit/i.test(type)
      ? [{ fromMeters: along, toMeters: maneuvers[index + 1]?.along ?? totalMeters }]
      : [],
  );
}
