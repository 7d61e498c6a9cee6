import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isTrip, WAY_METERS_MIN } from '@switchback/contracts/rules/collections';
import { distanceMeters } from '@switchback/geo/distance';
import type { Call } from '@switchback/platform/rpc/call';
import type { Way } from '@switchback/proto/drives/v1/collection';
import type { GetWaysRequest } from '@switchback/proto/drives/v1/service';
import { Repository } from 'typeorm';
import { type Gap, Ways } from '../directions/ways.js';
import { toLocation } from '../drive/drive.mapper.js';
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
    private readonly routed: Ways,
  ) {}

  /**
   * Returns the ways from each drive that the caller may see to the next one, also from one day to the next.
   * @throws ProductError `collectionNotFound`, `upgradeNeeded`; `secretLinkEnded`; the signal's reason.
   */
  async ways({ id, secret }: GetWaysRequest, call: Pick<Call, 'caller' | 'deadlineMs' | 'signal'>): Promise<Way[]> {
    const { caller } = call;
    const { manager } = this.collections;
    const trip = secret ? await this.links.open(secret) : requireMay('read', await findState(manager, id), caller);
    if (!isTrip(trip)) return [];
    const gaps = gapsBetween(await endsOfDrives(manager, trip.id, caller));
    // Visitors take the turns of their trip: one of them delays only those who look at it, too.
    return this.routed.across(gaps, caller?.userId ?? trip.id, call);
  }
}

function gapsBetween(drives: readonly DriveEnds[]): Gap[] {
  const gaps = drives.slice(1).map((next, from) => {
    return { from, start: toLocation(drives[from]!.end), end: toLocation(next.start) };
  });
  return gaps.filter(({ start, end }) => distanceMeters(start, end) >= WAY_METERS_MIN);
}
