import { randomBytes } from 'node:crypto';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { SECRET_LINK_DAYS } from '@switchback/contracts/rules/secret-links';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type * as proto from '@switchback/proto/drives/v1/service';
import { IsNull, MoreThan, Or } from 'typeorm';

const DAY_MS = 86_400_000;
const SECRET_BYTES = 16;
const SECRET = new RegExp(`^[\\w-]{${LIMITS.linkSecretLength}}$`);

/** The part of a secret link that does not depend on its subject. */
export interface LinkSecret {
  secret: string;
  /** Null for no end. */
  expiresAt: Date | null;
}

/** Stands for a link without end on the wire. */
const ENDLESS = 0;

/** @throws ProductError `invalidInput` under `days` for a lifetime that cannot be chosen */
export function requireLinkDays(days: number): void {
  const isOffered = days === ENDLESS || SECRET_LINK_DAYS.some((offered) => offered === days);
  if (!isOffered) throw refuseField('days', 'invalidInput');
}

/** @throws ProductError `upgradeNeeded` for a link without end of an owner who is not Hero */
export function requireMayLast(days: number, { accountType }: Caller): void {
  if (days === ENDLESS && accountType === 'free') {
    throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
  }
}

/** Returns the condition of links that have not expired. */
export function livingLinks(now: Date) {
  return { expiresAt: Or(IsNull(), MoreThan(now)) };
}

/** Returns a new random secret that expires after some days, or never. */
export function newLinkSecret(days: number, now: Date): LinkSecret {
  return {
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    expiresAt: days === ENDLESS ? null : new Date(now.getTime() + days * DAY_MS),
  };
}

/** Whether a text has the form of a secret. */
export function isLinkSecret(text: string): boolean {
  return SECRET.test(text);
}

export function toSecretLink({ secret, expiresAt }: LinkSecret): proto.SecretLink {
  return { secret, expiresAt: expiresAt?.toISOString() ?? '' };
}
