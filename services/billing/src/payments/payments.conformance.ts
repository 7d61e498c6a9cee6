import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Payments, Price } from './payments.js';

/** A provider with the additions that a spec needs. */
export interface PaymentsHarness {
  payments: Payments;
  /** Acts as the provider's page: authorizes a good Visa card of Ann Lee whose number ends in 1111. */
  authorise: (userId: string, intentId: string) => Promise<void>;
}

const PRICE: Price = { id: 'Hero-USD-Yearly', amount: 2_999, currencyCode: 'USD' };
let people = 0;

/** Contract of every adapter of {@link Payments}. */
export function itTakesPayments(open: () => PaymentsHarness): void {
  let { payments, authorise }: PaymentsHarness = { payments: undefined as never, authorise: undefined as never };
  let userId: string;
  beforeEach(() => {
    ({ payments, authorise } = open());
    userId = `user-${(people += 1)}`;
  });

  async function addCard(): Promise<void> {
    const { id } = await payments.createIntent(userId, PRICE.amount, PRICE.currencyCode);
    await authorise(userId, id);
    await payments.addCard(userId, id);
  }
  async function bought() {
    await addCard();
    return payments.buy({ userId, price: PRICE, key: `key-${userId}` });
  }

  describe('a card', () => {
    it('of an unknown person does not exist', async () => {
      expect(await payments.findCard(userId)).toBeNull();
      expect(await payments.findName(userId)).toEqual({ firstName: '', lastName: '' });
      expect(await payments.listReceipts(userId, 10)).toEqual([]);
    });

    it('is charged once its intent is authorized, and an intent adds one card', async () => {
      const intent = await payments.createIntent(userId, PRICE.amount, PRICE.currencyCode);
      expect(intent).toMatchObject({ status: 'inited', amount: 2_999, currencyCode: 'USD' });
      const refusal = { error: 'intentNotAuthorised' };
      await expect(payments.addCard(userId, intent.id)).rejects.toMatchObject(refusal);
      await authorise(userId, intent.id);
      await expect(payments.addCard('somebody-else', intent.id)).rejects.toMatchObject(refusal);
      await payments.addCard(userId, intent.id);
      await expect(payments.addCard(userId, intent.id)).rejects.toMatchObject(refusal);
      await expect(payments.addCard(userId, 'pi_none')).rejects.toMatchObject(refusal);
      expect(await payments.findCard(userId)).toMatchObject({ last4: '1111', type: 'visa', status: 'valid' });
      expect(await payments.findName(userId)).toEqual({ firstName: 'Ann', lastName: 'Lee' });
    });
  });

  // Aim: a person who canceled can change the card while nothing is due: nothing is authorized, and nothing charged.
  it('is replaced at no cost after a cancellation', async () => {
    await payments.cancelAtTermEnd(await bought());
    const paid = await payments.listReceipts(userId, 10);
    const intent = await payments.createIntent(userId, 0, PRICE.currencyCode);
    expect(intent).toMatchObject({ status: 'inited', amount: 0, currencyCode: 'USD' });
    await authorise(userId, intent.id);
    await payments.addCard(userId, intent.id);
    expect(await payments.findCard(userId)).toMatchObject({ last4: '1111', type: 'visa', status: 'valid' });
    expect(await payments.listReceipts(userId, 10)).toEqual(paid);
  });

  describe('a subscription', () => {
    it('needs a card', async () => {
      await payments.createIntent(userId, PRICE.amount, PRICE.currencyCode);
      await expect(payments.buy({ userId, price: PRICE, key: 'k' })).rejects.toMatchObject({ error: 'noCard' });
    });

    it('bought twice with one key is one, and charged once', async () => {
      const first = await bought();
      expect(first).toMatchObject({ userId, status: 'active', itemPriceId: 'Hero-USD-Yearly' });
      expect(first.nextBillingAt).toBe(first.currentTermEnd);
      const again = await Promise.all(
        Array.from({ length: 5 }, () => payments.buy({ userId, price: PRICE, key: `key-${userId}` })),
      );
      expect(new Set([first, ...again].map(({ id }) => id)).size).toBe(1);
      const receipts = await payments.listReceipts(userId, 10);
      expect(receipts).toMatchObject([{ total: 2_999, currencyCode: 'USD', status: 'paid' }]);
    });

    it('ends with its term, is renewed, and has a later version per change; repeats change nothing', async () => {
      const active = await bought();
      const ending = await payments.cancelAtTermEnd(active);
      expect(ending).toMatchObject({ status: 'non_renewing', nextBillingAt: null });
      expect(ending.currentTermEnd).toBe(active.currentTermEnd);
      expect(await payments.cancelAtTermEnd(active)).toEqual(ending);
      const renewed = await payments.renew(ending);
      expect(renewed).toMatchObject({ status: 'active', nextBillingAt: active.currentTermEnd });
      expect(await payments.renew(ending)).toEqual(renewed);
      const versions = [active, ending, renewed].map(({ resourceVersion }) => resourceVersion);
      expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
      expect(await payments.listReceipts(userId, 10)).toHaveLength(1);
    });

    it('ends immediately with all charges when the person leaves, who may be unknown', async () => {
      const active = await bought();
      await payments.endAll(userId);
      await payments.endAll(userId);
      expect(await payments.findCard(userId)).toBeNull();
      expect(await payments.renew(active)).toMatchObject({ status: 'canceled' });
      await payments.endAll('nobody-at-all');
    });
  });
}
