// Made by npm run generated from services/moderation/src/migrations/.
import { CreateModeration1795824000000 } from './1795824000000-create-moderation.js';
import { FindReports1795996800000 } from './1795996800000-find-reports.js';
import { AddRevisions1796097600000 } from './1796097600000-add-revisions.js';
import { AddIdempotency1796310000000 } from './1796310000000-add-idempotency.js';
import { AddCorrections1796515200000 } from './1796515200000-add-corrections.js';
import { AddCollections1796868000000 } from './1796868000000-add-collections.js';

/** In order of execution. */
export const MIGRATIONS = [
  CreateModeration1795824000000,
  FindReports1795996800000,
  AddRevisions1796097600000,
  AddIdempotency1796310000000,
  AddCorrections1796515200000,
  AddCollections1796868000000,
];
