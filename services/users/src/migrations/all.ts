// Made by npm run generated from services/users/src/migrations/.
import { CreateUsers1795478400000 } from './1795478400000-create-users.js';
import { CreateExports1795485600000 } from './1795485600000-create-exports.js';
import { CreateContactMessages1795651200000 } from './1795651200000-create-contact-messages.js';
import { AddAudience1795737600000 } from './1795737600000-add-audience.js';
import { CreateNotices1795824000000 } from './1795824000000-create-notices.js';
import { MailNoticesDaily1796083200000 } from './1796083200000-mail-notices-daily.js';
import { AddIdempotency1796310000000 } from './1796310000000-add-idempotency.js';
import { AddCorrections1796515200000 } from './1796515200000-add-corrections.js';
import { AddNoticeActors1797120000000 } from './1797120000000-add-notice-actors.js';

/** In order of execution. */
export const MIGRATIONS = [
  CreateUsers1795478400000,
  CreateExports1795485600000,
  CreateContactMessages1795651200000,
  AddAudience1795737600000,
  CreateNotices1795824000000,
  MailNoticesDaily1796083200000,
  AddIdempotency1796310000000,
  AddCorrections1796515200000,
  AddNoticeActors1797120000000,
];
