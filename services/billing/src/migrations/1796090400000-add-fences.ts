import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Highest plausible version, in milliseconds: the sandbox's clock may be ten years ahead. */
const VERSION_MAX = (provider: string) =>
  `extract(epoch from clock_timestamp()
     + case when ${provider} = 'sandbox' then interval '11 years' else interval '1 day' end) * 1000`;

/**
 * Frees subscriptions that no event could change anymore: each gets the lowest version, and the sweep applies its
 * newest sound event again.
 */
async function heal(runner: QueryRunner): Promise<void> {
  await runner.query(
    `update provider_event set applied_at = clock_timestamp(), outcome = 'none', snapshot = null
      where applied_at is null and (snapshot->>'resourceVersion')::numeric > ${VERSION_MAX('provider')}`,
  );
  await runner.query(
    `update provider_event as e set applied_at = null, outcome = null
       from subscription as s
      where s.resource_version > ${VERSION_MAX('s.provider')} and (e.provider, e.id) = (
        select n.provider, n.id from provider_event as n
         where n.provider = s.provider and n.snapshot->>'userId' = s.user_id and n.snapshot->>'id' = s.id
           and n.type <> 'payment_failed' and (n.snapshot->>'resourceVersion')::numeric <= ${VERSION_MAX('n.provider')}
         order by (n.snapshot->>'resourceVersion')::numeric desc limit 1)`,
  );
  await runner.query(
    `update subscription set resource_version = 1 where resource_version > ${VERSION_MAX('provider')}`,
  );
  await runner.query(
    `update sandbox_subscription set resource_version = 1 where resource_version > ${VERSION_MAX(`'sandbox'`)}`,
  );
}

/** Adds fencing tokens to claims and a cursor for the poll, and repairs versions that no event could exceed. */
export class AddFences1796090400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table customer add column busy_token text');
    await runner.query(`
      create table event_poll (
        provider text primary key,
        polled_until timestamptz(3) not null
      )`);
    await heal(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table event_poll');
    await runner.query('alter table customer drop column busy_token');
  }
}
