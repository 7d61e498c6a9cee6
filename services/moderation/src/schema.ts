import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations/all.js';

export const moderationSchema: ServiceModel = {
  entities: [],
  migrations: MIGRATIONS,
};

/** Connects to the service's schema and migrates it. The caller closes it with `destroy`. */
export function connectModeration(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'moderation', moderationSchema);
}
