import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { CreateMedia1795996800000 } from './migrations/1795996800000-create-media.js';
import { AddPhotoPlace1796083200000 } from './migrations/1796083200000-add-photo-place.js';
import { HidePhotos1796094000000 } from './migrations/1796094000000-hide-photos.js';
import { AddTombstones1796300000000 } from './migrations/1796300000000-add-tombstones.js';
import { AddIdempotency1796400000000 } from './migrations/1796400000000-add-idempotency.js';

export const mediaSchema: ServiceModel = {
  entities: [],
  migrations: [
    CreateMedia1795996800000,
    AddPhotoPlace1796083200000,
    HidePhotos1796094000000,
    AddTombstones1796300000000,
    AddIdempotency1796400000000,
  ],
};

/** Connects to the service's own schema, brought up to date. The caller closes the connection with `destroy`. */
export function connectMedia(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'media', mediaSchema);
}
