import type { Collection } from '@switchback/contracts/resources/collection';
import type { AccountType } from '@switchback/contracts/rules/accounts';

/** Returns whether a change takes a published collection offline until its next review: any change except by staff. */
export function losesPublication(
  { status }: Pick<Collection, 'status'>,
  user: { accountType: AccountType } | null,
): boolean {
  return status === 'approved' && user?.accountType !== 'admin';
}
