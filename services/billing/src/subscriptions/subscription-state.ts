import { isHeroStatus, type SubscriptionStatus } from '@switchback/contracts/rules/billing';

/** A subscription as the provider has it at one of its versions. */
export interface SubscriptionState {
  id: string;
  /** Of the customer, which is the user's id. */
  userId: string;
  status: SubscriptionStatus;
  /** Empty where the provider did not say. */
  itemPriceId: string;
  /** Epoch seconds; null where nothing is billed any more. */
  nextBillingAt: number | null;
  currentTermEnd: number | null;
  /** Milliseconds; rises with each change at the provider. */
  resourceVersion: number;
}

/**
 * Returns the state to store: the newer version, in whatever order they arrive. Of two states of one version the end
 * wins, since a deletion may carry the version of the last change.
 */
export function latest(known: SubscriptionState | null, told: SubscriptionState): SubscriptionState {
  if (known === null || known.resourceVersion < told.resourceVersion) return told;
  const isSame = known.resourceVersion === told.resourceVersion;
  return isSame && told.status === 'canceled' && known.status !== 'canceled' ? told : known;
}

/** Of all that a person ever had, the one that counts: one that makes them Hero, else the one changed last. */
export function current(all: readonly SubscriptionState[]): SubscriptionState | null {
  const [first] = all.toSorted(
    (a, b) =>
      Number(isHeroStatus(b.status)) - Number(isHeroStatus(a.status)) ||
      b.resourceVersion - a.resourceVersion ||
      (a.id < b.id ? -1 : 1),
  );
  return first ?? null;
}

export type Purchase = 'buy' | 'renew' | 'resume';

/** What subscribing means, by what there is; null where the person is subscribed already. */
export function purchaseOf(known: SubscriptionState | null): Purchase | null {
  switch (known?.status) {
    case undefined:
    case 'canceled':
      return 'buy';
    case 'non_renewing':
      return 'renew';
    case 'paused':
      return 'resume';
    case 'active':
    case 'in_trial':
      return null;
  }
}

/** Whether there is something to cancel. */
export function isCancellable(known: SubscriptionState | null): known is SubscriptionState {
  return known !== null && ['active', 'in_trial', 'paused'].includes(known.status);
}
