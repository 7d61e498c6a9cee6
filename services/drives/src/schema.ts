import type { Clock } from '@switchback/platform/clock';
import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import { Suspension } from '@switchback/platform/db/suspensions';
import { EventFactory } from '@switchback/platform/events/event';
import type { Ids } from '@switchback/platform/ids';
import type { Places } from '@switchback/platform/places/places';
import type { ListStatesRequest, ListStatesResponse } from '@switchback/proto/drives/v1/service';
import type { DataSource } from 'typeorm';
import { Collection, CollectionItem, CollectionLink } from './collections/collection.entity.js';
import { Drive, DriveRoute, Owner, SecretLink } from './drive/drive.entity.js';
import { DriveEvents } from './events/drive-events.js';
import { LineFacts } from './roads/line-facts.js';
import type { RoadsPeer } from './roads/roads.js';
import { DrivesQueries } from './queries/drives.queries.js';
import { DriveImports } from './import/drive-imports.js';
import { TrackPlace } from './records/track-place.entity.js';
import { MIGRATIONS } from './migrations/all.js';

export const drivesSchema: ServiceModel = {
  entities: [Drive, DriveRoute, Owner, Suspension, SecretLink, Collection, CollectionItem, CollectionLink, TrackPlace],
  migrations: MIGRATIONS,
};

/** Connects to the service's own schema and migrates it. The caller must `destroy` it. */
export function connectDrives(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'drives', drivesSchema);
}

/**
 * Creates only the write side, for commands that run next to the product: its relay publishes the events they leave in
 * the outbox.
 * @param roads derives the facts about their lines from the map.
 */
export function createDriveImports(
  source: DataSource,
  {
    places,
    clock,
    ids,
    roads,
  }: { places: Places; clock: Clock; ids: Ids; roads: RoadsPeer<'measureLine' | 'findManeuvers'> },
): DriveImports {
  const events = new DriveEvents(new EventFactory({ source: 'drives', clock, ids }));
  return new DriveImports(source.getRepository(Drive), places, events, clock, ids, new LineFacts(roads));
}

/** Lists the current state of every drive, for commands that rebuild other services' copies. */
export function statesOf(source: DataSource, clock: Clock): DriveStates {
  const queries = new DrivesQueries(source.getRepository(Drive), clock);
  return { listStates: ({ pageToken, limit, ids }) => queries.states(pageToken, limit, ids) };
}

export interface DriveStates {
  listStates(request: ListStatesRequest): Promise<ListStatesResponse>;
}
