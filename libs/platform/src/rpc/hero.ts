import { ProductError } from '../errors.js';
import type { Caller } from './call.js';

/** Returns the caller if the account may use what Hero accounts may; null for visitors and free accounts. */
export function heroOf(caller: Caller | null): Caller | null {
  return caller?.accountType === 'free' ? null : caller;
}

/** @throws ProductError `invalidSession` for a visitor, `upgradeNeeded` for a free account. */
export function requireHero(caller: Caller | null): Caller {
  if (!caller) throw new ProductError('invalidSession');
  if (!heroOf(caller)) throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
  return caller;
}
