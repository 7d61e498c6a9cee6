import { isHeroStatus, type SubscriptionStatus } from '@switchback/contracts/rules/billing';

/** State of a subscription at one of the provider's versions. */
export interface SubscriptionState {
  id: string;
  /** ID of the customer, which is the user's ID. */
  userId: string;
  status: SubscriptionStatus;
  /** Empty if the provider did not send it. */
  itemPriceId: string;
  /** Epoch seconds; null if nothing more will be billed. */
  nextBillingAt: number | null;
  currentTermEnd: number | null;
  /** Milliseconds; rises with each change at the provider. */
  resourceVersion: number;
}

/**
 * Returns the state to store: the newer version, in whatever order they arrive. Between two states of one version the
 * canceled one wins, since a deletion may carry the version of the last change.
 */
export function latest(stored: SubscriptionState | null, fresh: SubscriptionState): SubscriptionState {
  if (stored === null || stored.resourceVersion < fresh.resourceVersion) return fresh;
  const isSame = stored.resourceVersion === fresh.resourceVersion;
  return isSame && fresh.status === 'canceled' && stored.status !== 'canceled' ? fresh : stored;
}

/**
 * Picks the current subscription of all that a person ever had: one that makes them a Hero, otherwise the one changed
 * last.
 */
export function current(all: readonly SubscriptionState[]): SubscriptionState | null {
  const [first] = all.toSorted(
    (a, b) =>
      Number(isHeroStatus(b.status)) - Number(isHeroStatus(a.status)) ||
      b.resourceVersion - a.resourceVersion ||
      (a.id < b.id ? -1 : 1),
  );
  return first ?? null;
}

/** Returns the state after the subscription's end. */
export function endedState(state: SubscriptionState): SubscriptionState {
  return { ...state, status: 'canceled', nextBillingAt: null };
}

export type Purchase = 'buy' | 'renew' | 'resume';

/** Returns the change that subscribing requires; null if the person is already subscribed. */
export function purchaseOf(stored: SubscriptionState | null): Purchase | null {
  switch (stored?.status) {
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

/** Whether the subscription can be canceled. */
export function isCancellable(stored: SubscriptionState | null): stored is SubscriptionState {
  return stored !== null && ['active', 'in_trial', 'paused'].includes(stored.status);
}
