import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isTrip, WAY_METERS_MIN } from '@switchback/contracts/rules/collections';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { simplifyToCount } from '@switchback/geo/simplify';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { Slots } from '@switchback/platform/slots';
import type { Way } from '@switchback/proto/drives/v1/collection';
import type { GetWaysRequest } from '@switchback/proto/drives/v1/service';
import { Repository } from 'typeorm';
import { ApproximateRouter } from '../directions/approximate-router.js';
import { Directions } from '../directions/directions.service.js';
import { toLocation } from '../drive.mapper.js';
import { Collection } from './collection.entity.js';
import { CollectionLinks } from './collection-links.js';
import { requireMay } from './collection.policy.js';
import { type DriveEnds, endsOfDrives, findState } from './collections.sql.js';

/** Concurrent requests to the router, of all callers: a trip has up to 199 ways. */
const AT_ONCE = 4;
/** Later ways of a call are straight. A request in flight may take two seconds more; the call's deadline is 8 s. */
const BUDGET_MS = 5_000;
/** Bounds the message: a way across a continent has tens of thousands of points. */
const POINTS_MAX = 2_000;

/** The gap between two drives of a trip. */
interface Gap {
  from: number;
  start: LatLng;
  end: LatLng;
}

/** Routes the ways between the drives of trips. */
@Injectable()
export class CollectionWays {
  private readonly approximate = new ApproximateRouter();
  private readonly slots = new Slots(AT_ONCE);

  constructor(
    @InjectRepository(Collection) private readonly collections: Repository<Collection>,
    private readonly links: CollectionLinks,
    @Inject(Directions) private readonly directions: Pick<Directions, 'leg'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /**
   * Returns the ways from each drive that the caller may see to the next one, also from one day to the next.
   * @throws ProductError `collectionNotFound`, `upgradeNeeded`; `secretLinkEnded`
   */
  async ways({ id, secret }: GetWaysRequest, { caller, signal }: Pick<Call, 'caller' | 'signal'>): Promise<Way[]> {
    const { manager } = this.collections;
    const trip = secret ? await this.links.open(secret) : requireMay('read', await findState(manager, id), caller);
    if (!isTrip(trip)) return [];
    const gaps = gapsBetween(await endsOfDrives(manager, trip.id, caller));
    const untilMs = this.clock.monotonicMs() + BUDGET_MS;
    return Promise.all(gaps.map((gap) => this.slots.run(() => this.way(gap, untilMs), signal)));
  }

  private async way({ from, start, end }: Gap, untilMs: number): Promise<Way> {
    const isLate = this.clock.monotonicMs() >= untilMs;
    const road = isLate ? null : await this.directions.leg(start, end);
    const [leg] = road ? [road] : (await this.approximate.route([start, end])).legs;
    const { distanceMeters: distance, durationSeconds: duration, path } = leg!;
    const line = encodePolyline(simplifyToCount(path, POINTS_MAX));
    return { from, start, end, distance, duration, path: line, approximate: road === null };
  }
}

function gapsBetween(drives: readonly DriveEnds[]): Gap[] {
  const gaps = drives.slice(1).map((next, from) => {
    return { from, start: toLocation(drives[from]!.end), end: toLocation(next.start) };
  });
  return gaps.filter(({ start, end }) => distanceMeters(start, end) >= WAY_METERS_MIN);
}
