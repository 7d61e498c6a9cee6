import { Inject, Injectable } from '@nestjs/common';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { abortAfter } from '@switchback/platform/abort-after';
import type { Clock } from '@switchback/platform/clock';
import { FairSlots, type Ticket } from '@switchback/platform/fair-slots';
import { CLOCK, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { unlessAborted } from '@switchback/platform/unless-aborted';
import { ROUTER } from '../router/open-router.js';
import { joinsWaypoints, leads } from '../router/plausible.js';
import { RouteCache } from './route-cache.js';
import {
  type Ends,
  type Found,
  type Missing,
  PATIENCE_MS,
  type Routed,
  type Router,
  type TrackKind,
  RouterStarting,
  RouterUnreachable,
  type ThroughOptions,
  type Via,
} from '../router/router.js';
import { RouterPause } from './router-pause.js';

/** Slots of a router with several that only the editor uses. */
const RESERVED = 2;
/** Each waiting request takes a kilobyte. Trips and searches send a few at a time. */
const WAITING_MAX = { all: 1_000, each: 64 };
/** Purposes of requests, the most urgent first: a person waits for the next leg, or for a choice of ways; a trip shows; a
 * plan takes dozens. */
const LANES = { editor: WAITING_MAX, choices: WAITING_MAX, ways: WAITING_MAX, loops: WAITING_MAX };
type Lane = keyof typeof LANES;
/** Time that a router has to end a request after its limit, before the next one is sent. */
const GRACE_MS = 1_000;
/** About 15 MB. */
const CACHED_POINTS_MAX = 2_000_000;

/** The place of a request in the queue. */
export interface Turn extends Ticket<Lane> {
  /** Time that it may wait in the queue; afterwards it may take {@link PATIENCE_MS}. */
  waitMs: number;
}

/** A request, and what to do with its answer. */
interface Question {
  ask: (router: Router, signal: AbortSignal) => Promise<Routed | null> | undefined;
  /** Looks for the answer to an earlier request of the same kind. */
  known?: () => Found | null;
  /** Checks the answer of the router. */
  check?: (found: Found) => Found;
}

/**
 * Sends requests to the router: in fair turns, each within a time limit of its own, and none twice. A router that fails
 * or is slow affects only the callers of the requests that it fails.
 */
@Injectable()
export class Roads {
  private readonly queue: FairSlots<Lane>;
  private readonly cache: RouteCache;
  private readonly pause: RouterPause;

  constructor(
    @Inject(ROUTER) private readonly router: Router | null,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const count = router?.slots ?? 1;
    this.queue = new FairSlots({ count, reserved: count > RESERVED ? RESERVED : 0, lanes: LANES });
    this.cache = new RouteCache(CACHED_POINTS_MAX, clock);
    this.pause = new RouterPause(clock);
  }

  /** Whether {@link through} may find anything. */
  get canGoThrough(): boolean {
    return this.router?.through !== undefined;
  }

  /** Whether {@link match} may find anything. */
  get canMatch(): boolean {
    return this.router?.match !== undefined;
  }

  /** Finds the route between waypoints; throws only the signal's reason. */
  route(points: readonly LatLng[], turn: Turn): Promise<Found> {
    const key = encodePolyline(points);
    const check = (found: Found) => {
      const checked = found.routed && !joinsWaypoints(found.routed, points) ? missing('noRoads') : found;
      if (isLasting(checked)) this.cache.store(key, checked);
      return checked;
    };
    const known = () => this.cache.find(key);
    return this.inTurn({ ask: (router, signal) => router.route(points, signal), known, check }, turn);
  }

  /** Finds the route through points; throws only the signal's reason. */
  through(ends: Ends, vias: readonly Via[], options: ThroughOptions, turn: Turn): Promise<Found> {
    const check = (found: Found) => (found.routed && !leads(found.routed, ends) ? missing('noRoads') : found);
    return this.inTurn({ ask: (router, signal) => router.through?.(ends, vias, options, signal), check }, turn);
  }

  /** Finds the roads under a track, which may be other roads than it followed; throws only the signal's reason. */
  match(track: readonly LatLng[], breaks: readonly number[], turn: Turn, kind: TrackKind = 'recorded'): Promise<Found> {
    return this.inTurn({ ask: (router, signal) => router.match?.(track, breaks, signal, kind) }, turn);
  }

  private async inTurn(question: Question, turn: Turn): Promise<Found> {
    const { router } = this;
    const { signal, waitMs } = turn;
    if (!router) return missing('noRoads');
    const answered = () => question.known?.() ?? (this.pause.isOn ? missing('away') : null);
    const before = answered();
    if (before) return before;
    const leave = await abortAfter(this.clock, waitMs, signal, (until) => this.queue.enter({ ...turn, signal: until }));
    if (!leave) {
      signal?.throwIfAborted();
      return missing('busy');
    }
    // An earlier request may have found the same, or the router unreachable.
    const meanwhile = answered();
    if (!meanwhile && !signal?.aborted) return this.asked(router, question, leave, signal);
    leave();
    signal?.throwIfAborted();
    return meanwhile!;
  }

  /** Sends a request, and frees its slot once the router is free: that of a process may be later than the answer. */
  private async asked(
    router: Router,
    { ask, check = same }: Question,
    leave: () => void,
    signal: AbortSignal | undefined,
  ): Promise<Found> {
    const [late, settled] = [new AbortController(), new AbortController()];
    const after = (ms: number, then: () => void) =>
      void this.clock.sleep(ms, settled.signal).then(() => settled.signal.aborted || then());
    const until = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    const answer = (async () => ask(router, until))().finally(() => settled.abort());
    after(PATIENCE_MS, () => late.abort());
    after(PATIENCE_MS + GRACE_MS, leave);
    try {
      const routed = await unlessAborted(answer, until);
      this.pause.reached();
      return check(routed ? { routed, why: null } : missing('noRoads'));
    } catch (error) {
      // The caller gave up; the router may be fine.
      signal?.throwIfAborted();
      return check(missing(late.signal.aborted ? 'late' : this.whyFailed(error)));
    } finally {
      answer.then(leave, leave);
    }
  }

  private whyFailed(error: unknown): Missing {
    if (error instanceof RouterStarting) return 'starting';
    if (!(error instanceof RouterUnreachable)) {
      this.pause.reached();
      this.logger.warn({ err: error }, 'The router failed a request.');
    } else if (this.pause.missed()) {
      this.logger.warn({ err: error }, 'The router is unavailable: legs are approximate until it recovers.');
    }
    return 'away';
  }
}

function missing(why: Missing): Found {
  return { routed: null, why };
}

/** Whether another request would find the same: a router that is away, starting or busy may soon not be. */
function isLasting({ why }: Found): boolean {
  return why === null || why === 'noRoads' || why === 'late';
}

const same = (found: Found) => found;
