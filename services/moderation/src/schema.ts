import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { CreateModeration1795824000000 } from './migrations/1795824000000-create-moderation.js';
import { FindReports1795996800000 } from './migrations/1795996800000-find-reports.js';
import { AddRevisions1796097600000 } from './migrations/1796097600000-add-revisions.js';
import { AddIdempotency1796310000000 } from './migrations/1796310000000-add-idempotency.js';

export const moderationSchema: ServiceModel = {
  entities: [],
  migrations: [
    CreateModeration1795824000000,
    FindReports1795996800000,
    AddRevisions1796097600000,
    AddIdempotency1796310000000,
  ],
};

/** Connects to the service's schema and migrates it. The caller closes it with `destroy`. */
export function connectModeration(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'moderation', moderationSchema);
}
