import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations/all.js';

export const mediaSchema: ServiceModel = {
  entities: [],
  migrations: MIGRATIONS,
};

/** Connects to the service's own schema, brought up to date. The caller closes the connection with `destroy`. */
export function connectMedia(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'media', mediaSchema);
}
