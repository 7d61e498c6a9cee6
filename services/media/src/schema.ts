import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import { Suspension } from '@switchback/platform/db/suspensions';
import type { DataSource } from 'typeorm';
import { Drive } from './drive.entity.js';
import { MIGRATIONS } from './migrations/all.js';
import { OrphanedFiles } from './orphaned-files.entity.js';
import { Photo, PhotoLike } from './photo.entity.js';

export const mediaSchema: ServiceModel = {
  entities: [Drive, OrphanedFiles, Photo, PhotoLike, Suspension],
  migrations: MIGRATIONS,
};

/** Connects to the service's own schema, brought up to date. The caller closes the connection with `destroy`. */
export function connectMedia(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'media', mediaSchema);
}
