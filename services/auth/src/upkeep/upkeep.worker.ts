import { Controller, Inject } from '@nestjs/common';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Accounts } from '../accounts/accounts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { MailQueue } from '../mails/mail-queue.js';

/** Runs every minute: enqueues mails whose job was lost, and deletes expired data. */
const UPKEEP_JOB: JobKind<object> = defineJob({ name: 'auth.upkeep', payload: z.object({}), attempts: 1 });

const BATCH_MAX = 1_000;
/** Retention of expired codes, so that they are reported as expired and not as unknown. */
const CODE_KEPT_DAYS = 30;
/** After this, a secret without its first code is deleted, and the person starts over. */
const TOTP_BEGUN_HOURS = 24;
/** A mail claimed for longer has lost its worker, and may have arrived. */
const CLAIM_MAX_HOURS = 1;

type Dependencies = Pick<UpkeepWorker, 'source' | 'accounts' | 'settings'>;

@Controller()
export class UpkeepWorker {
  constructor(
    readonly source: DataSource,
    readonly accounts: Accounts,
    @Inject(MailQueue) private readonly mails: Pick<MailQueue, 'sweep'>,
    @Inject(AUTH_SETTINGS) readonly settings: Pick<AuthSettings, 'sessions'>,
  ) {}

  @WorksOn(UPKEEP_JOB, { concurrency: 1, schedule: { cron: '* * * * *', payload: {} } })
  async clear(): Promise<void> {
    await this.mails.sweep();
    await deleteSignUps(this);
    await deleteExpired(this);
  }
}

/** Deletes expired sign-ups; if a profile may exist for one, publishes a deletion so that every service removes it. */
async function deleteSignUps({ source, accounts }: Dependencies): Promise<void> {
  await source.transaction(async (manager) => {
    const gone = await manager.query<{ userId: string; profileBegun: boolean }[]>(
      `with gone as (
         delete from sign_up where user_id in (select user_id from sign_up where expires_at <= now() limit $1) returning *
       ) select user_id as "userId", profile_begun as "profileBegun" from gone`,
      [BATCH_MAX],
    );
    for (const { userId, profileBegun } of gone) if (profileBegun) await accounts.publishDeleted(manager, userId, 1);
  });
}

/**
 * Deletes expired data. The code of a confirmed sign-up stays as long as its account, so that its link still reports
 * that it was used.
 */
async function deleteExpired({ source, settings }: Dependencies): Promise<void> {
  await source.query(
    `delete from code where hash in (
       select hash from code where expires_at < now() - make_interval(days => $1)
         and not (purpose = 'sign-up' and spent_at is not null and exists (select from account where account.user_id = code.user_id))
       limit $2)`,
    [CODE_KEPT_DAYS, BATCH_MAX],
  );
  await source.query(
    `delete from session where id in (
       select id from session where expires_at <= now() or last_used_at <= now() - make_interval(hours => 24 * $1) limit $2)`,
    [settings.sessions.idleDays, BATCH_MAX],
  );
  await source.query(
    'delete from oidc_login where state_hash in (select state_hash from oidc_login where expires_at <= now() limit $1)',
    [BATCH_MAX],
  );
  await source.query(
    `delete from totp where user_id in (
       select user_id from totp where on_since is null and created_at < now() - make_interval(hours => $1) limit $2)`,
    [TOTP_BEGUN_HOURS, BATCH_MAX],
  );
  await source.query(
    `delete from mail where id in (
       select id from mail where expires_at <= now() or claimed_at < now() - make_interval(hours => $1) limit $2)`,
    [CLAIM_MAX_HOURS, BATCH_MAX],
  );
}
