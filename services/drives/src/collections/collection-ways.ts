import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isTrip, WAY_METERS_MIN } from '@switchback/contracts/rules/collections';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { Call } from '@switchback/platform/rpc/call';
import type { Way } from '@switchback/proto/drives/v1/collection';
import type { GetWaysRequest } from '@switchback/proto/drives/v1/service';
import type { Gap } from '@switchback/proto/roads/v1/service';
import { Repository } from 'typeorm';
import { toLocation } from '../drive/drive.mapper.js';
import { orWithout, ROADS, type RoadsPeer } from '../roads/roads.js';
import { straightLeg } from '../roads/straight-legs.js';
import { Collection } from './collection.entity.js';
import { CollectionLinks } from './collection-links.js';
import { requireMay } from './collection.policy.js';
import { type DriveEnds, endsOfDrives, findState } from './collections.sql.js';

/** Routes the ways between the drives of trips. */
@Injectable()
export class CollectionWays {
  constructor(
    @InjectRepository(Collection) private readonly collections: Repository<Collection>,
    private readonly links: CollectionLinks,
    @Inject(ROADS) private readonly roads: RoadsPeer<'routeWays'>,
  ) {}

  /**
   * Returns the ways from each drive that the caller may see to the next one, also from one day to the next.
   * @throws ProductError `collectionNotFound`, `upgradeNeeded`; `secretLinkEnded`; the signal's reason.
   */
  async ways({ id, secret }: GetWaysRequest, call: Call): Promise<Way[]> {
    const { caller } = call;
    const { manager } = this.collections;
    const trip = secret ? await this.links.open(secret) : requireMay('read', await findState(manager, id), caller);
    if (!isTrip(trip)) return [];
    const gaps = gapsBetween(await endsOfDrives(manager, trip.id, caller));
    if (gaps.length === 0) return [];
    // Visitors take the turns of their trip: one of them delays only those who look at it, too.
    const turnsOf = caller?.userId ?? trip.id;
    const ask = async (within: Call) => (await (await this.roads()).routeWays({ gaps, turnsOf }, within)).ways;
    return orWithout(call, ask, () => gaps.map(straightWay));
  }
}

type PlacedGap = Gap & Record<'start' | 'end', LatLng>;

function straightWay({ from, start, end }: PlacedGap): Way {
  return { from, start, end, ...straightLeg(start, end), approximate: true };
}

function gapsBetween(drives: readonly DriveEnds[]): PlacedGap[] {
  const gaps = drives.slice(1).map((next, from) => {
    return { from, start: toLocation(drives[from]!.end), end: toLocation(next.start) };
  });
  return gaps.filter(({ start, end }) => distanceMeters(start, end) >= WAY_METERS_MIN);
}
