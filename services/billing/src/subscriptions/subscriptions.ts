import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isHeroStatus } from '@switchback/contracts/rules/billing';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { answerOnce, type IdempotentRequest } from '@switchback/platform/db/idempotency';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { Repository } from 'typeorm';
import { AUTH, type AuthPeer } from '../auth-peer.js';
import { BILLING_SETTINGS, type BillingSettings } from '../billing-settings.js';
import {
  type Card,
  type CustomerName,
  type Intent,
  PAYMENTS,
  type Payments,
  type Receipt,
} from '../payments/payments.js';
import { Cancellation } from './cancellation.entity.js';
import { Claims } from './claims.js';
import { Customer } from './customer.entity.js';
import { SubscriptionStore } from './subscription-store.js';
import { insertCustomer, subscriptionsOf } from './subscription-store.sql.js';
import { isCancellable, purchaseOf, type SubscriptionState } from './subscription-state.js';

export interface Created {
  subscription: SubscriptionState;
  customer: CustomerName;
}

export interface BillingRecords {
  subscriptions: SubscriptionState[];
  card: Card | null;
  receipts: Receipt[];
  cancellations: Pick<Cancellation, 'at' | 'reasons' | 'message'>[];
}

/** Reads and changes a person's subscription. */
@Injectable()
export class Subscriptions {
  constructor(
    @InjectRepository(Customer) private readonly customers: Repository<Customer>,
    private readonly store: SubscriptionStore,
    private readonly claims: Claims,
    @Inject(PAYMENTS) private readonly payments: Payments,
    @Inject(AUTH) private readonly auth: AuthPeer,
    @Inject(BILLING_SETTINGS) private readonly settings: Pick<BillingSettings, 'price'>,
  ) {}

  find(userId: string): Promise<SubscriptionState | null> {
    return this.store.find(userId);
  }

  findCard(userId: string): Promise<Card | null> {
    return this.payments.findCard(userId);
  }

  /** Returns everything stored about a person, here and at the provider. */
  async all(userId: string): Promise<BillingRecords> {
    const [subscriptions, card, receipts] = await Promise.all([
      subscriptionsOf(this.customers.manager, userId),
      this.findCard(userId),
      this.receipts(userId),
    ]);
    const cancellations = await this.customers.manager.find(Cancellation, {
      select: { at: true, reasons: true, message: true },
      where: { userId },
      order: { id: 'DESC' },
      take: LIMITS.receiptsMax,
    });
    return { subscriptions, card, receipts, cancellations };
  }

  /**
   * Creates an intent for the price if subscribing charges it, for zero if the term is paid for and only the card
   * changes.
   */
  async createIntent(userId: string): Promise<Intent> {
    await insertCustomer(this.customers.manager, userId);
    const isDue = purchaseOf(await this.store.find(userId)) === 'buy';
    const { amount, currencyCode } = this.settings.price;
    return this.payments.createIntent(userId, isDue ? amount : 0, currencyCode);
  }

  addCard(userId: string, intentId: string): Promise<void> {
    return this.payments.addCard(userId, intentId);
  }

  receipts(userId: string): Promise<Receipt[]> {
    return this.payments.listReceipts(userId, LIMITS.receiptsMax);
  }

  /**
   * Buys, renews or resumes. The account is Hero when this resolves.
   * @throws ProductError `alreadySubscribed`, `subscriptionBusy`, `noCard`, `cardDeclined`, `paymentsAway`, `keyReused`
   */
  create(userId: string, request: IdempotentRequest | null, call: Call): Promise<Created> {
    return this.claims.hold(userId, request, async () => {
      // Read before the charge: a failure after it would have to be repaired.
      const customer = await this.payments.findName(userId);
      const subscription = await this.purchase(userId);
      const created: Created = { subscription, customer };
      const entitlement = await this.customers.manager.transaction(async (manager) => {
        const entitled = await this.store.apply(manager, subscription);
        await answerOnce(manager, request, async () => created);
        return entitled;
      });
      if (entitlement) await this.entitle(entitlement, call);
      return created;
    });
  }

  /** @throws ProductError `notSubscribed`, `subscriptionBusy`, `paymentsAway` */
  cancel(userId: string, { reasons, message }: Pick<Cancellation, 'reasons' | 'message'>): Promise<SubscriptionState> {
    return this.claims.hold(userId, null, async () => {
      const known = await this.store.find(userId);
      if (!isCancellable(known)) throw new ProductError('notSubscribed');
      const ending = await this.payments.cancelAtTermEnd(known);
      await this.customers.manager.transaction(async (manager) => {
        await this.store.apply(manager, ending);
        const words = message.trim().slice(0, LIMITS.cancelMessageMax);
        await manager.insert(Cancellation, { userId, reasons, message: words });
      });
      return ending;
    });
  }

  private async purchase(userId: string): Promise<SubscriptionState> {
    const known = await this.store.find(userId);
    const purchase = purchaseOf(known);
    if (purchase === null) throw new ProductError('alreadySubscribed');
    if ((await this.payments.findCard(userId)) === null) throw refuseField('submit', 'noCard');
    const taken = known && purchase !== 'buy' ? await this.payments[purchase](known) : known;
    // Its term may have ended at the provider in the meantime.
    if (taken && isHeroStatus(taken.status)) return taken;
    return this.buy(userId, taken?.resourceVersion ?? 0);
  }

  /**
   * A purchase that is repeated because its response was lost has the same key, and is made once. After a refusal the
   * next purchase has another key: a provider that honors idempotency keys would repeat the refusal, even for another
   * card.
   */
  private async buy(userId: string, version: number): Promise<SubscriptionState> {
    const customer = await this.customers.findOneBy({ userId });
    const key = `buy-${userId}-${version}-${customer?.refused ?? 0}`;
    try {
      return await this.payments.buy({ userId, price: this.settings.price, key });
    } catch (error) {
      if (error instanceof ProductError && error.error === 'cardDeclined')
        await this.customers.increment({ userId }, 'refused', 1);
      throw error;
    }
  }

  /** The event has the same effect; the call only makes it immediate, so its failure is ignored. */
  private async entitle(entitlement: EntitlementEvent, call: Call): Promise<void> {
    const auth = await this.auth();
    await auth.setEntitlement(entitlement, call).catch(() => undefined);
  }
}
