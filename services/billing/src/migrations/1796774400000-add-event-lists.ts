import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores events that carry a list of subscriptions, or end a customer without naming a subscription. */
export class AddEventLists1796774400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table provider_event add column more_snapshots jsonb not null default '[]',
        add column ended_customer text collate "C"`);
    await runner.query(
      'create index provider_event_ended on provider_event (ended_customer) where ended_customer is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table provider_event drop column ended_customer, drop column more_snapshots');
  }
}
