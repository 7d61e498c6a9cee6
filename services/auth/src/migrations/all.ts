// Made by npm run generated from services/auth/src/migrations/.
import { CreateAuth1795482000000 } from './1795482000000-create-auth.js';
import { AddSecondFactor1795485600000 } from './1795485600000-add-second-factor.js';
import { AddIdentities1795489200000 } from './1795489200000-add-identities.js';
import { AddMailboxProof1795492800000 } from './1795492800000-add-mailbox-proof.js';
import { AddEntitlements1795800000000 } from './1795800000000-add-entitlements.js';
import { AddConsents1796090400000 } from './1796090400000-add-consents.js';

/** In order of execution. */
export const MIGRATIONS = [
  CreateAuth1795482000000,
  AddSecondFactor1795485600000,
  AddIdentities1795489200000,
  AddMailboxProof1795492800000,
  AddEntitlements1795800000000,
  AddConsents1796090400000,
];
