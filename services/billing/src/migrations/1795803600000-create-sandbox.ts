import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the sandbox's tables, which stand in for a provider. They hold the card data that receipts show, never a
 * number.
 */
export class CreateSandbox1795803600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sandbox_intent (
        id text primary key,
        user_id text collate "C" not null,
        amount integer not null,
        currency_code text not null,
        status text not null,
        challenge_id text,
        card jsonb,
        created_at timestamptz(3) not null default clock_timestamp()
      )`);
    await runner.query('create index sandbox_intent_created on sandbox_intent (created_at)');
    await runner.query(`
      create table sandbox_card (
        user_id text collate "C" primary key,
        card jsonb not null
      )`);
    await runner.query(`
      create table sandbox_subscription (
        id text collate "C" primary key,
        user_id text collate "C" not null,
        status text not null,
        item_price_id text not null,
        next_billing_at bigint,
        current_term_end bigint,
        resource_version bigint not null
      )`);
    await runner.query('create index sandbox_subscription_user on sandbox_subscription (user_id)');
    await runner.query('create index sandbox_subscription_due on sandbox_subscription (current_term_end)');
    await runner.query(`
      create table sandbox_charge (
        id text primary key,
        user_id text collate "C" not null,
        at bigint not null,
        amount integer not null,
        currency_code text not null
      )`);
    await runner.query('create index sandbox_charge_user on sandbox_charge (user_id, at)');
    await runner.query(`
      create table sandbox_webhook (
        position bigint generated always as identity primary key,
        due_at timestamptz(3) not null,
        body jsonb not null
      )`);
    await runner.query('create index sandbox_webhook_due on sandbox_webhook (due_at)');
    // Offset of the sandbox's clock, and delivery of its webhooks.
    await runner.query(`
      create table sandbox_world (
        ahead_seconds bigint not null default 0,
        delay_ms integer not null default 0,
        repeats integer not null default 0,
        shuffled boolean not null default false
      )`);
    await runner.query('insert into sandbox_world default values');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table sandbox_world, sandbox_webhook, sandbox_charge, sandbox_subscription, sandbox_card, sandbox_intent',
    );
  }
}
