import type { AccountType } from '@switchback/contracts/rules/accounts';
import { AccountType as Wire } from '@switchback/proto/auth/v1/account';

const WIRE: Record<AccountType, Wire> = {
  free: Wire.ACCOUNT_TYPE_FREE,
  hero: Wire.ACCOUNT_TYPE_HERO,
  admin: Wire.ACCOUNT_TYPE_ADMIN,
};

export function toWireAccountType(type: AccountType): Wire {
  return WIRE[type];
}

/** @throws Error for a type that no release of this product sends. */
export function accountTypeOf(wire: Wire): AccountType {
  for (const type of ['free', 'hero', 'admin'] as const) if (WIRE[type] === wire) return type;
  throw new Error(`The service sent ${wire} instead of an account type.`);
}
