import type { CardStatus, CardType, PaymentProvider } from '@switchback/contracts/rules/billing';
import type { SubscriptionState } from '../subscriptions/subscription-state.js';
import type { ProviderEvent } from './provider-event.js';

export interface Card {
  last4: string;
  type: CardType;
  maskedNumber: string;
  expiryMonth: number;
  expiryYear: number;
  status: CardStatus;
}

export interface Intent {
  id: string;
  status: string;
  /** In the currency's smallest unit. */
  amount: number;
  currencyCode: string;
  /** The provider's complete object, which its own script may need. */
  provider?: object;
}

export interface Receipt {
  id: string;
  /** Epoch seconds. */
  date: number;
  total: number;
  currencyCode: string;
  status: string;
  /** Link at the provider; empty if there is none. */
  url: string;
}

export interface CustomerName {
  firstName: string;
  lastName: string;
}

export interface Price {
  id: string;
  amount: number;
  currencyCode: string;
}

/** A purchase that is charged now. */
export interface Purchase {
  userId: string;
  price: Price;
  /** Idempotency key: a purchase that is sent twice is made once. */
  key: string;
}

export interface EventPage {
  events: unknown[];
  /** Whether the provider has newer events than one call may list. */
  hasMore: boolean;
}

/**
 * Port to the payment provider. Each change returns the subscription's state after it, and may be repeated if its
 * response was lost. Every adapter passes the suite in `payments.conformance.ts`.
 * @throws ProductError `paymentsAway` if the provider is unreachable; `cardDeclined` with the provider's message.
 */
export interface Payments {
  readonly provider: PaymentProvider;
  /** Creates an intent to authorize a card for an amount. */
  createIntent(userId: string, amount: number, currencyCode: string): Promise<Intent>;
  /** Makes the card of an authorized intent the one that is charged. @throws ProductError `intentNotAuthorised` */
  addCard(userId: string, intentId: string): Promise<void>;
  /** Returns the card that is charged, or null. */
  findCard(userId: string): Promise<Card | null>;
  /** Returns the name on the card. */
  findName(userId: string): Promise<CustomerName>;
  buy(purchase: Purchase): Promise<SubscriptionState>;
  /** Revokes a cancellation before the term ends. */
  renew(stored: SubscriptionState): Promise<SubscriptionState>;
  resume(stored: SubscriptionState): Promise<SubscriptionState>;
  /** Lets the subscription end with its term. */
  cancelAtTermEnd(stored: SubscriptionState): Promise<SubscriptionState>;
  /** Ends all of a person's subscriptions immediately and deletes the card. No-op for an unknown person. */
  endAll(userId: string): Promise<void>;
  /** Lists the newest first. */
  listReceipts(userId: string, max: number): Promise<Receipt[]>;
  /** Checks by the `Authorization` header of its request whether an event comes from the provider. */
  isSender(authorization: string): boolean;
  /** @throws ProductError `invalidInput` if the body is not an event. */
  readEvent(body: unknown): ProviderEvent;
  /**
   * Lists the events since a time, oldest first, in the shape of its webhooks: recovers webhooks that did not arrive.
   */
  listEvents(since: Date): Promise<EventPage>;
  /**
   * Executes a test's order to the sandbox; a real provider accepts none. @returns whether the body was an order rather
   * than an event.
   */
  executeOrder(body: unknown): Promise<boolean>;
  /** Receives each new state from an event: the sandbox stores it, a real provider already has it. */
  storeState(state: SubscriptionState): Promise<void>;
}

export const PAYMENTS = Symbol('Payments');
