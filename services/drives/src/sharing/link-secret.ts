import { randomBytes } from 'node:crypto';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { SECRET_LINK_DAYS } from '@switchback/contracts/rules/secret-links';
import { refuseField } from '@switchback/platform/errors';
import type * as proto from '@switchback/proto/drives/v1/service';

const DAY_MS = 86_400_000;
const SECRET_BYTES = 16;
const SECRET = new RegExp(`^[\\w-]{${LIMITS.linkSecretLength}}$`);

/** The part of a secret link that does not depend on its subject. */
export interface LinkSecret {
  secret: string;
  expiresAt: Date;
}

/** @throws ProductError `invalidInput` under `days` for a lifetime that cannot be chosen */
export function requireLinkDays(days: number): void {
  if (!SECRET_LINK_DAYS.some((known) => known === days)) throw refuseField('days', 'invalidInput');
}

/** Returns a new random secret that expires after some days. */
export function newLinkSecret(days: number, now: Date): LinkSecret {
  return {
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  };
}

/** Whether a text has the form of a secret. */
export function isLinkSecret(text: string): boolean {
  return SECRET.test(text);
}

export function toSecretLink({ secret, expiresAt }: LinkSecret): proto.SecretLink {
  return { secret, expiresAt: expiresAt.toISOString() };
}
