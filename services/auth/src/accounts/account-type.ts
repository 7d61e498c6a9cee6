import { ACCOUNT_TYPES, type AccountType } from '@switchback/contracts/rules/accounts';

/** Inputs that determine an account's type. */
export interface TypeSources {
  /** Granted by staff: a floor that a subscription never lowers. */
  granted: AccountType;
  /** Whether a subscription makes the account Hero. */
  entitled: boolean;
}

/** Returns the higher of the staff grant and the subscription's type (ADR 41). */
export function typeFrom({ granted, entitled }: TypeSources): AccountType {
  const paid = entitled ? 'hero' : 'free';
  return ACCOUNT_TYPES.indexOf(paid) > ACCOUNT_TYPES.indexOf(granted) ? paid : granted;
}
