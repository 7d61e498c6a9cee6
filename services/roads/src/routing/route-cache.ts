import { encodeElevations, withElevations } from '@switchback/geo/elevation';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { Clock } from '@switchback/platform/clock';
import type { Found, Missing, Routed, RoutedLeg } from '../router/router.js';

/** How long the answer is remembered that there is no route: roads and routers change. */
const MISSING_MS = 60_000;
/** Memory of an entry and of a maneuver, in points of a line; a point takes five to eight bytes. */
const POINTS_PER = { entry: 50, maneuver: 25 };

/** A route as it is stored: a line of 20,000 points is 100 KB instead of 1.6 MB. */
interface Packed extends Pick<Routed, 'source'> {
  legs: (Pick<RoutedLeg, 'distanceMeters' | 'durationSeconds' | 'motorwayMeters'> & {
    path: string;
    elevation: string;
    /** As JSON; '' for none. */
    maneuvers: string;
  })[];
}

type Entry = { points: number } & ({ packed: Packed } | { why: Missing; untilMs: number });

/** Caches routes, and for a while the absence of one, within a number of points; evicts the least recently used. */
export class RouteCache {
  /** The least recently used first. */
  private readonly entries = new Map<string, Entry>();
  private points = 0;

  constructor(
    private readonly pointsMax: number,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  find(key: string): Found | null {
    const entry = this.entries.get(key);
    if (!entry) return null;
    this.remove(key);
    if ('why' in entry && this.clock.monotonicMs() >= entry.untilMs) return null;
    this.add(key, entry);
    return 'why' in entry ? { routed: null, why: entry.why } : { routed: unpack(entry.packed), why: null };
  }

  /** Stores an answer; a route longer than the whole cache is left out. */
  store(key: string, { routed, why }: Found): void {
    this.remove(key);
    if (why) return this.add(key, { why, untilMs: this.clock.monotonicMs() + MISSING_MS, points: POINTS_PER.entry });
    const points = pointsOf(routed);
    if (points <= this.pointsMax) this.add(key, { packed: pack(routed), points });
  }

  private add(key: string, entry: Entry): void {
    this.entries.set(key, entry);
    this.points += entry.points;
    for (const [oldest] of this.entries) {
      if (this.points <= this.pointsMax) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    this.points -= this.entries.get(key)?.points ?? 0;
    this.entries.delete(key);
  }
}

function pointsOf({ legs }: Routed): number {
  const inLegs = ({ path, maneuvers }: RoutedLeg) => path.length + POINTS_PER.maneuver * (maneuvers?.length ?? 0);
  return legs.reduce((sum, leg) => sum + inLegs(leg), POINTS_PER.entry);
}

function pack({ source, legs }: Routed): Packed {
  const packed = legs.map(({ path, maneuvers, ...leg }) => ({
    ...leg,
    path: encodePolyline(path),
    elevation: encodeElevations(path),
    maneuvers: maneuvers ? JSON.stringify(maneuvers) : '',
  }));
  return { source, legs: packed };
}

function unpack({ source, legs }: Packed): Routed {
  return {
    source,
    legs: legs.map(({ path, elevation, maneuvers, ...leg }) => ({
      ...leg,
      path: withElevations(decodePolyline(path), elevation),
      ...(maneuvers !== '' && { maneuvers: JSON.parse(maneuvers) as RoutedLeg['maneuvers'] }),
    })),
  };
}
