// Aim: an account that the previous release locked with a version in the far future follows its provider again.
import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchback/testing/database';
import { callOf, eventOf, knock, openBilling, PASSWORD } from '../billing.fixture.js';
import { AddFences1796090400000 } from './1796090400000-add-fences.js';

it('the migration applies the updates that an absurd version hid', async () => {
  const database = await createTestDatabase();
  const billing = await openBilling(database.url, 'chargebee');
  const send = (version: number, status: string) => {
    const subscription = { id: 'sub-ann', customer_id: 'ann', status, resource_version: version };
    const event = eventOf(`e${version}`, 'subscription_changed', subscription);
    return billing.rpc.receiveWebhook(knock(event, PASSWORD, 'chargebee'));
  };
  const stateOf = async () => (await billing.rpc.getSubscription({ withCard: false }, callOf('ann'))).subscription;
  await send(2, 'active');
  // The previous release stored such versions.
  await billing.source.query('update subscription set resource_version = $1', [Number.MAX_SAFE_INTEGER]);
  await send(5, 'cancelled');
  expect((await stateOf())?.status).toBe('active');
  const runner = billing.source.createQueryRunner();
  await new AddFences1796090400000().down(runner);
  await new AddFences1796090400000().up(runner);
  await runner.release();
  await billing.source.query(`update provider_event set received_at = received_at - interval '1 minute'`);
  await billing.events.sweep();
  expect(await stateOf()).toMatchObject({ status: 'canceled', resourceVersion: 5 });
  expect((await billing.told('ann')).at(-1)?.hero).toBe(false);
  await billing.close();
  await database.drop();
});
