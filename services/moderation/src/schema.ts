import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { HistoryEntry, Item } from './item.entity.js';
import { MIGRATIONS } from './migrations/all.js';
import { Person } from './person.entity.js';
import { Subject } from './subject.entity.js';

export const moderationSchema: ServiceModel = {
  entities: [HistoryEntry, Item, Person, Subject],
  migrations: MIGRATIONS,
};

/** Connects to the service's schema and migrates it. The caller closes it with `destroy`. */
export function connectModeration(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'moderation', moderationSchema);
}
