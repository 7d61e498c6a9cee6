import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isTrip, WAY_METERS_MIN } from '@switchback/contracts/rules/collections';
import { distanceMeters } from '@switchback/geo/distance';
import { drivenLine, WHOLE } from '@switchback/geo/driven-part';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
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
import { findState, type ListedDrive, listedDrives } from './collections.sql.js';

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
    const gaps = gapsBetween((await listedDrives(manager, trip.id, caller)).map(endsOf));
    if (gaps.length === 0) return [];
    // Visitors take the turns of their trip: one of them delays only those who look at it, too.
    const turnsOf = caller?.userId ?? trip.id;
    const ask = async (within: Call) => (await (await this.roads()).routeWays({ gaps, turnsOf }, within)).ways;
    return orWithout(call, ask, () => gaps.map(straightWay));
  }
}

type Ends = Record<'start' | 'end', LatLng>;
type PlacedGap = Gap & Ends;

function straightWay({ from, start, end }: PlacedGap): Way {
  return { from, start, end, ...straightLeg(start, end), approximate: true };
}

/** Returns where the driver enters and leaves a drive. */
function endsOf(drive: ListedDrive): Ends {
  const part = drive.part ?? WHOLE;
  if (drive.overviewPath === null) {
    const [start, end] = [toLocation(drive.start), toLocation(drive.end)];
    return part.reversed ? { start: end, end: start } : { start, end };
  }
  const line = drivenLine(decodePolyline(drive.overviewPath), part, drive.distance);
  return { start: placeOf(line[0]!), end: placeOf(line.at(-1)!) };
}

const placeOf = ({ lat, lng }: LatLng): LatLng => ({ lat, lng });

function gapsBetween(drives: readonly Ends[]): PlacedGap[] {
  const gaps = drives.slice(1).map((next, from) => ({ from, start: drives[from]!.end, end: next.start }));
  return gaps.filter(({ start, end }) => distanceMeters(start, end) >= WAY_METERS_MIN);
}
