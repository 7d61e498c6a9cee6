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
  /** In the smallest unit of the currency. */
  amount: number;
  currencyCode: string;
  /** All the provider said of it, which its own script may want back. */
  provider?: object;
}

export interface Receipt {
  id: string;
  /** Epoch seconds. */
  date: number;
  total: number;
  currencyCode: string;
  status: string;
  /** At the provider; empty where it has none. */
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

/** What is charged now, and who it is charged to. */
export interface Purchase {
  userId: string;
  price: Price;
  /** The same for the same purchase: one that comes twice is made once. */
  key: string;
}

export interface ToldEvents {
  events: unknown[];
  /** Whether the provider has newer ones than one call may list. */
  hasMore: boolean;
}

/**
 * The port to who takes the money. Each change answers the subscription as it is then, and may be asked for again after its
 * answer was lost. All keep the suite in `payments.conformance.ts`.
 *
 * @throws ProductError `paymentsAway` where the provider cannot be reached; `cardDeclined` with its own words.
 */
export interface Payments {
  readonly provider: PaymentProvider;
  /** What a card is authorised for. */
  createIntent(userId: string, amount: number, currencyCode: string): Promise<Intent>;
  /** Makes the card of an authorised intent the one that is charged. @throws ProductError `intentNotAuthorised` */
  addCard(userId: string, intentId: string): Promise<void>;
  /** The card that is charged; null for none. */
  findCard(userId: string): Promise<Card | null>;
  /** As the card has it. */
  findName(userId: string): Promise<CustomerName>;
  buy(purchase: Purchase): Promise<SubscriptionState>;
  /** Takes a cancellation back, before the term ended. */
  renew(known: SubscriptionState): Promise<SubscriptionState>;
  resume(known: SubscriptionState): Promise<SubscriptionState>;
  /** Lets it end with its term. */
  cancelAtTermEnd(known: SubscriptionState): Promise<SubscriptionState>;
  /** Ends all of a person's subscriptions now, and forgets the card. One who is unknown has none. */
  endAll(userId: string): Promise<void>;
  /** The newest first. */
  listReceipts(userId: string, max: number): Promise<Receipt[]>;
  /** Whether an event comes from the provider, by the `Authorization` of its request. */
  isSender(authorization: string): boolean;
  /** @throws ProductError `invalidInput` for what is no event. */
  readEvent(body: unknown): ProviderEvent;
  /** Lists what it sent after a time, oldest first, as its webhooks carry it: for webhooks that did not arrive. */
  listEvents(since: Date): Promise<ToldEvents>;
  /** Whether this was no event, but an order to what stands in for a provider; it is carried out then. */
  takeOrder(body: unknown): Promise<boolean>;
  /** Told of each new state that an event brought: a provider knows it, what stands in for one does not. */
  heard(state: SubscriptionState): Promise<void>;
}

export const PAYMENTS = Symbol('Payments');
