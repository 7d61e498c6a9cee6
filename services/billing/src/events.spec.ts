// Aim: in whatever order and however often the provider's events arrive, every person ends up in the last state; each
// event is stored before the response and applied once. The database is real.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAYMENT_PROVIDERS, type PaymentProvider } from '@switchback/contracts/rules/billing';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { callOf, eventOf, knock, openBilling, PASSWORD, type OpenedBilling } from './billing.fixture.js';

const seed = runSeed();
/** Number of orders to test, of the 120 orders of five events. */
const ORDERS = repetitions({ short: 24, full: 120 });

let billing: OpenedBilling;
let provider: PaymentProvider;

const END = 1_798_761_600;
const subscriptionOf = (userId: string, version: number, status: string, input: object = {}) => ({
  id: `sub-${userId}`,
  customer_id: userId,
  status,
  resource_version: version,
  current_term_end: END,
  subscription_items: [{ item_price_id: 'Hero-USD-Yearly' }],
  ...input,
});
/** Returns the events of a year of a subscription, in the provider's order. */
const lifeOf = (userId: string, last: string) => {
  const told = (version: number, type: string, status: string) =>
    eventOf(`${userId}-${version}`, type, subscriptionOf(userId, version, status));
  return [
    told(1, 'subscription_created', 'in_trial'),
    told(2, 'subscription_activated', 'active'),
    told(3, 'subscription_paused', 'paused'),
    told(4, 'subscription_resumed', 'active'),
    last === 'cancelled' ? told(5, 'subscription_cancelled', last) : told(5, 'subscription_renewed', last),
  ];
};

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((first, index) =>
    permutations(all.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}

const send = (body: object) => billing.rpc.receiveWebhook(knock(body, PASSWORD, provider));
const stateOf = async (userId: string) => {
  const { subscription } = await billing.rpc.getSubscription({ withCard: false }, callOf(userId));
  return subscription && { status: subscription.status, version: subscription.resourceVersion };
};
/** Returns the last published entitlement, and whether each published one is a change. */
async function entitlementOf(userId: string) {
  const told = await billing.told(userId);
  const isRising = told.every(({ rev, hero }, index) => rev === index + 1 && hero === (index % 2 === 0));
  return { hero: told.at(-1)?.hero ?? false, isRising };
}

describe.each(PAYMENT_PROVIDERS)(`of %s (SEED=${seed})`, (chosen) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    provider = chosen;
    billing = await openBilling(database.url, chosen);
  });
  afterAll(async () => {
    await billing.close();
    await database.drop();
  });

  describe('five events of a subscription', () => {
    it.each([
      ['cancelled', 'canceled', false],
      ['active', 'active', true],
    ])(
      'result in one state in any order with repeats, the last being %s',
      async (last, status, hero) => {
        const orders = seededRandom(seed)
          .shuffle(permutations([0, 1, 2, 3, 4]))
          .slice(0, ORDERS);
        const people = orders.map((order) => ({ order, userId: `${last}-${order.join('')}` }));
        for (const { order, userId } of people) {
          const life = lifeOf(userId, last);
          // Each event is sent twice in a row, and the first two again at the end.
          const sent = [...order.flatMap((index) => [index, index]), ...order.slice(0, 2)];
          for (const index of sent) await send(life[index]!);
        }
        const ends = await Promise.all(
          people.map(async ({ userId }) => ({ ...(await stateOf(userId)), ...(await entitlementOf(userId)) })),
        );
        expect(ends).toEqual(people.map(() => ({ status, version: 5, hero, isRising: true })));
      },
      120_000,
    );

    it('result in the same state if all of them arrive concurrently', async () => {
      for (let round = 0; round < 10; round += 1) {
        const userId = `at-once-${round}`;
        const life = lifeOf(userId, 'cancelled');
        await Promise.all([...life, ...life.toReversed()].map(send));
        expect(await stateOf(userId)).toEqual({ status: 'canceled', version: 5 });
        expect((await entitlementOf(userId)).hero).toBe(false);
      }
    });
  });

  describe('an event', () => {
    it('that cannot be applied yet is stored, and applied later', async () => {
      billing.accounts.failure = new Error('Auth is away');
      await send(lifeOf('patient', 'active')[1]!);
      expect(await stateOf('patient')).toBeUndefined();
      billing.accounts.failure = undefined;
      await billing.source.query(`update provider_event set received_at = received_at - interval '1 minute'`);
      await billing.events.sweep();
      expect(await stateOf('patient')).toEqual({ status: 'active', version: 2 });
    });

    it('of an unknown person, or of another type, has no effect and leaves no name', async () => {
      billing.accounts.gone.add('nobody');
      await send(lifeOf('nobody', 'active')[0]!);
      await send({ id: 'coupon', event_type: 'coupon_created', content: { subscription: 'none' } });
      expect(await stateOf('nobody')).toBeUndefined();
      const kept = `select outcome, snapshot from provider_event where id in ('nobody-1', 'coupon')`;
      expect(await billing.source.query(kept)).toEqual([1, 2].map(() => ({ outcome: 'none', snapshot: null })));
    });

    it.each<[string, object]>([
      ['without an id', { event_type: 'subscription_created', content: {} }],
      ['without a subscription', { id: 'm1', event_type: 'subscription_created', content: {} }],
      ['with a status that is none', eventOf('m2', 'subscription_changed', subscriptionOf('ann', 1, 'gold'))],
      ['with an invalid version', eventOf('m3', 'subscription_changed', subscriptionOf('ann', -1, 'active'))],
    ])('%s is rejected and not stored', async (_what, body) => {
      await expect(send(body)).rejects.toMatchObject({ error: 'invalidInput' });
      const kept = `select 1 from provider_event where id in ('m1', 'm2', 'm3')`;
      expect(await billing.source.query(kept)).toEqual([]);
    });

    it.each([
      ['subscription_canceled_with_backdating', { status: 'cancelled' }],
      ['subscription_deleted', { status: 'active' }],
      ['subscription_changed', { status: 'active', deleted: true }],
      ['subscription_moved_out', { status: 'active' }],
      ['a_name_of_next_year', { status: 'cancelled' }],
    ])('called %s ends the subscription that it carries', async (type, input) => {
      const userId = `ends-${type}-${Object.keys(input).length}`;
      await send(lifeOf(userId, 'active')[1]!);
      const next_billing_at = END;
      await send(eventOf(`${userId}-end`, type, subscriptionOf(userId, 9, 'active', { ...input, next_billing_at })));
      expect(await stateOf(userId)).toEqual({ status: 'canceled', version: 9 });
      expect((await entitlementOf(userId)).hero).toBe(false);
    });

    it.each([
      ['names the customer it moved to', 'subscription_moved_out', 9, { customer_id: 'who-has-it-now' }],
      ['carries the version of the last change', 'subscription_deleted', 2, {}],
    ])('that ends a subscription and %s is applied', async (what, type, version, input) => {
      const userId = `ends-${version}`;
      await send(lifeOf(userId, 'active')[1]!);
      await send(eventOf(`${userId}-end`, type, subscriptionOf(userId, version, 'active', input)));
      expect([what, await stateOf(userId), (await entitlementOf(userId)).hero]).toEqual([
        what,
        { status: 'canceled', version },
        false,
      ]);
    });

    it('about a deleted card ends nothing', async () => {
      await send(lifeOf('carded', 'active')[1]!);
      await send(eventOf('card-gone', 'card_deleted', subscriptionOf('carded', 9, 'active')));
      expect(await stateOf('carded')).toEqual({ status: 'active', version: 9 });
    });

    it('with a version that no later one could exceed is rejected and blocks nothing', async () => {
      await send(lifeOf('locked', 'active')[1]!);
      const absurd = subscriptionOf('locked', Number.MAX_SAFE_INTEGER, 'active');
      const refusal = { error: 'invalidInput', fields: { 'content.subscription.resource_version': expect.anything() } };
      await expect(send(eventOf('absurd', 'subscription_changed', absurd))).rejects.toMatchObject(refusal);
      await send(lifeOf('locked', 'cancelled')[4]!);
      expect(await stateOf('locked')).toEqual({ status: 'canceled', version: 5 });
    });

    it('moves no subscription to another person', async () => {
      await send(lifeOf('owner', 'active')[1]!);
      const stolen = eventOf('steal', 'subscription_changed', {
        ...subscriptionOf('thief', 9, 'active'),
        id: 'sub-owner',
      });
      await send(stolen);
      expect([await stateOf('owner'), await stateOf('thief')]).toEqual([{ status: 'active', version: 2 }, undefined]);
      expect((await entitlementOf('thief')).hero).toBe(false);
    });

    it('with a wrong password changes nothing, and guesses do not lock the provider out', async () => {
      const forged = lifeOf('forged', 'active')[1]!;
      const guess = () =>
        billing.rpc.receiveWebhook(knock(forged, 'guess', provider)).catch(({ error }: { error: string }) => error);
      const answers = await Promise.all(Array.from({ length: 40 }, guess));
      expect(new Set(answers)).toEqual(new Set(['webhookRefused', 'tooManyRequests']));
      expect(await stateOf('forged')).toBeUndefined();
      await send(forged);
      expect(await stateOf('forged')).toEqual({ status: 'active', version: 2 });
    });

    it('about a failed payment is mailed once and changes no status', async () => {
      await send(lifeOf('payer', 'active')[1]!);
      const failed = eventOf('payer-failed', 'payment_failed', subscriptionOf('payer', 9, 'cancelled'));
      await send(failed);
      await send(failed);
      expect(await stateOf('payer')).toEqual({ status: 'active', version: 2 });
      const mails = billing.mails.filter(({ to }) => to === 'payer@example.com');
      expect(mails.map(({ subject }) => subject)).toEqual(['Your payment failed - Switchback']);
    });
  });
});
