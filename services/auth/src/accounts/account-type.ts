import { ACCOUNT_TYPES, type AccountType } from '@switchback/contracts/rules/accounts';

/** What an account's type follows from. */
export interface TypeSources {
  /** By staff: a floor that a subscription never lowers. */
  granted: AccountType;
  /** Whether a subscription makes it Hero. */
  entitled: boolean;
}

/** The higher of what staff granted and what the subscription gives (ADR 41). */
export function typeFrom({ granted, entitled }: TypeSources): AccountType {
  const paid = entitled ? 'hero' : 'free';
  return ACCOUNT_TYPES.indexOf(paid) > ACCOUNT_TYPES.indexOf(granted) ? paid : granted;
}
