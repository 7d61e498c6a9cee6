import { createIdempotency, dropIdempotency } from '@switchback/platform/db/idempotency';
import { createOutbox, dropOutbox } from '@switchback/platform/events/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBilling1795800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // `hero` is the last published entitlement; `rev` rises with each change of it. `refused` counts the purchases that
    // the provider refused, so that the next one is a new purchase. `busy_until` is the claim of the request that
    // changes the subscription at the provider. `leaving_at` is set while a person deletes their account and their
    // subscriptions have yet to end at the provider; `gone` once the account is deleted.
    await runner.query(`
      create table customer (
        user_id text collate "C" primary key,
        hero boolean not null default false,
        rev integer not null default 0,
        refused integer not null default 0,
        busy_until timestamptz,
        leaving_at timestamptz(3),
        gone boolean not null default false
      )`);
    await runner.query('create index customer_leaving on customer (leaving_at) where leaving_at is not null');
    // Last state at the provider, by the provider's own version.
    await runner.query(`
      create table subscription (
        id text collate "C" primary key,
        provider text not null,
        user_id text collate "C" not null,
        status text not null,
        item_price_id text not null,
        next_billing_at bigint,
        current_term_end bigint,
        resource_version bigint not null
      )`);
    await runner.query('create index subscription_user on subscription (user_id)');
    await runner.query(
      `create index subscription_sandbox on subscription (user_id) where provider = 'sandbox' and status <> 'canceled'`,
    );
    // Stored before the provider gets a response. Contains only the applied content: no card data.
    await runner.query(`
      create table provider_event (
        provider text not null,
        id text collate "C" not null,
        type text not null,
        occurred_at timestamptz(3) not null,
        snapshot jsonb,
        received_at timestamptz(3) not null default clock_timestamp(),
        applied_at timestamptz(3),
        outcome text,
        mailed_at timestamptz(3),
        primary key (provider, id)
      )`);
    await runner.query('create index provider_event_waiting on provider_event (received_at) where applied_at is null');
    await runner.query(`create index provider_event_user on provider_event ((snapshot->>'userId'))`);
    await runner.query(
      `create index provider_event_unmailed on provider_event (applied_at) where outcome = 'mail' and mailed_at is null`,
    );
    await runner.query(`
      create table cancellation (
        id bigint generated always as identity primary key,
        user_id text collate "C" not null,
        at timestamptz(3) not null default clock_timestamp(),
        reasons text[] not null,
        message text not null
      )`);
    await runner.query('create index cancellation_user on cancellation (user_id)');
    await createIdempotency(runner);
    await createOutbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropOutbox(runner);
    await dropIdempotency(runner);
    await runner.query('drop table cancellation, provider_event, subscription, customer');
  }
}
