import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { LatLng } from '@switchback/geo/location';
import { lineLengthMeters } from '@switchback/geo/parts';
import { centerNear, shiftedCenter, TRIMMED_MIN_METERS, trimmedTrack } from '@switchback/geo/trim-track';
import { ProductError } from '@switchback/platform/errors';
import { type EntityManager, Repository } from 'typeorm';
import { lockOwnerName } from '../authoring/owner-name.js';
import { toLocation, toPoint } from '../drive/drive.mapper.js';
import { TrackPlace } from './track-place.entity.js';
import { lockPlaces } from './track-places.sql.js';

const RANDOM_STEPS = 2 ** 47;

/** The secret places of people, around which their tracks are cut before anything else reads them. */
@Injectable()
export class TrackPlaces {
  constructor(@InjectRepository(TrackPlace) private readonly places: Repository<TrackPlace>) {}

  /**
   * Cuts both ends of a line of a person, and stores the places of ends that have none. Concurrent calls for one person
   * run one after the other, so that each place has one center.
   * @throws ProductError `recordTooShort`, without a trace; `invalidSession` for a deleted account.
   */
  trim(line: readonly LatLng[], ownerId: string): Promise<LatLng[]> {
    return this.places.manager.transaction(async (manager) => {
      await lockOwnerName(manager, ownerId);
      await lockPlaces(manager, ownerId);
      const centers = await centersOf(manager, ownerId);
      const stored = centers.length;
      const [start, end] = [centerFor(line[0]!, centers), centerFor(line.at(-1)!, centers)];
      const trimmed = trimmedTrack(line, start, end);
      if (lineLengthMeters(trimmed) < TRIMMED_MIN_METERS) throw new ProductError('recordTooShort');
      const drawn = centers.slice(stored).map((center, index) => {
        return { ownerId, number: stored + index, center: toPoint(center) };
      });
      await manager.insert(TrackPlace, drawn);
      return trimmed;
    });
  }
}

/** Returns the centers in the order in which they were drawn. */
async function centersOf(manager: EntityManager, ownerId: string): Promise<LatLng[]> {
  const places = await manager.find(TrackPlace, { where: { ownerId }, order: { number: 'ASC' } });
  return places.map(({ center }) => toLocation(center));
}

/** Returns the center of an end's place; draws one, and adds it, if the end has none. */
function centerFor(end: LatLng, centers: LatLng[]): LatLng {
  const found = centerNear(end, centers);
  if (found) return found;
  const drawn = shiftedCenter(end, secretRandom);
  centers.push(drawn);
  return drawn;
}

function secretRandom(): number {
  return randomInt(RANDOM_STEPS) / RANDOM_STEPS;
}
