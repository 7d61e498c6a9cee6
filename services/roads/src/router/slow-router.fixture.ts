import { pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { Clock } from '@switchback/platform/clock';
import { GridRouter } from '../loops/loop-roads.fixture.js';
import type { Ends, Routed, Router, ThroughOptions, Via } from './router.js';

const METERS_PER_SECOND = 14;

/** A way for which the router never finds an end. */
export const ENDLESS: readonly [LatLng, LatLng] = [
  { lat: 40, lng: -120 },
  { lat: 40, lng: -70 },
];

export interface SlowOptions {
  /** Time for each request. */
  workMs: number;
  slots?: number;
  /** Whether it works on although its caller gave up. */
  isDeaf?: boolean;
}

/** A router with bends halfway, and round trips on a grid, that takes its time. */
export class SlowRouter implements Router {
  readonly slots: number;
  /** Requests, by their first point. */
  readonly asked: LatLng[] = [];
  /** The highest number of concurrent requests. */
  busiest = 0;
  private busy = 0;
  private readonly grid = new GridRouter();

  constructor(
    private readonly clock: Pick<Clock, 'sleep'>,
    private readonly options: SlowOptions,
  ) {
    this.slots = options.slots ?? 1;
  }

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed> {
    await this.work(waypoints[0]!, signal);
    const legs = waypoints.slice(1).map((end, index) => {
      const start = waypoints[index]!;
      const path = [start, { lat: (start.lat + end.lat) / 2 + 0.01, lng: (start.lng + end.lng) / 2 }, end];
      const distanceMeters = pathLengthMeters(path);
      return { path, distanceMeters, durationSeconds: distanceMeters / METERS_PER_SECOND };
    });
    return { source: 'valhalla', legs };
  }

  async through(ends: Ends, vias: readonly Via[], options: ThroughOptions, signal: AbortSignal) {
    await this.work(ends.start, signal);
    return this.grid.through(ends, vias, options, signal);
  }

  private async work(first: LatLng, signal: AbortSignal): Promise<void> {
    this.asked.push(first);
    this.busy += 1;
    this.busiest = Math.max(this.busiest, this.busy);
    try {
      const isEndless = first.lat === ENDLESS[0].lat && first.lng === ENDLESS[0].lng;
      const workMs = isEndless ? Infinity : this.options.workMs;
      await (workMs === Infinity ? never(this.options.isDeaf ? undefined : signal) : this.clock.sleep(workMs));
      if (!this.options.isDeaf) signal.throwIfAborted();
    } finally {
      this.busy -= 1;
    }
  }
}

function never(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
}
