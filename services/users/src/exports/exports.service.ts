import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, IDS, JOBS, STORAGE } from '@switchback/platform/nest/tokens';
import {
  AUTH,
  type AuthPeer,
  BILLING,
  type BillingPeer,
  DRIVES,
  type DrivesPeer,
  MEDIA,
  type MediaPeer,
} from '../peers.js';
import { ContactMessages } from '../contact/contact-messages.js';
import { Notices } from '../notices/notices.js';
import { PeopleQueries } from '../people.queries.js';
import { RecentSearches } from '../searches/recent-searches.js';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { defineJob, type JobContext, type JobKind, type Jobs } from '@switchback/platform/jobs/jobs';
import type { Storage } from '@switchback/platform/storage/storage';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { MemberCall } from '../member.js';
import { removeFolder } from '../remove-folder.js';
import { tryEach } from '../try-each.js';
import { exportEntries } from './export-entries.js';
import { zipOf } from './zip.js';

const ZIP_BYTES_MAX = 4_000_000_000;
const PUT = { contentType: 'application/zip', maxBytes: ZIP_BYTES_MAX };
/** One that takes longer is begun anew when it is asked for again. */
const MAKING_MS_MAX = 15 * 60_000;
/** So long what was made is as good as new: whoever asks again is on the way to fetch it. */
const FRESH_MS = 60_000;
/** Long enough to fetch it; a copy of everything is not left lying about. */
const KEPT_MS = 60 * 60_000;

const payload = z.object({
  userId: z.string().min(1).max(64),
  accountType: z.enum(['free', 'hero', 'admin']),
  id: z.string().min(1).max(64),
});
export type ExportPayload = z.output<typeof payload>;

export const EXPORT_JOB: JobKind<ExportPayload> = defineJob({
  ...{ name: 'users.export', payload },
  attempts: 3,
  timeoutMs: MAKING_MS_MAX,
});

export interface ExportState {
  /** 0 to 1. */
  progress: number;
  /** Of the ZIP in the storage; empty until it is whole. */
  key: string;
}

/** All that is kept of a person as one ZIP, gathered by a job and kept for an hour. */
@Injectable()
export class ExportsService {
  constructor(
    readonly people: PeopleQueries,
    readonly searches: RecentSearches,
    readonly messages: ContactMessages,
    readonly notices: Notices,
    @Inject(AUTH) readonly auth: AuthPeer,
    @Inject(BILLING) readonly billing: BillingPeer,
    @Inject(DRIVES) readonly drives: DrivesPeer,
    @Inject(MEDIA) readonly media: MediaPeer,
    @Inject(STORAGE) readonly storage: Storage,
    private readonly source: DataSource,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue' | 'find'>,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Begins one, or goes on with the one that is being made. @returns its id. */
  async request({ caller }: MemberCall): Promise<string> {
    const { source, ids, clock, jobs } = this;
    const { userId, accountType } = caller;
    const now = clock.now();
    await source.query(
      `insert into export as e (user_id, id, requested_at) select id, $2, $3 from profile where id = $1
       on conflict (user_id) do update set id = excluded.id, requested_at = excluded.requested_at, finished_at = null
       where e.finished_at < $4 or e.requested_at < $5`,
      [userId, ids.uuid(), now, before(now, FRESH_MS), before(now, MAKING_MS_MAX)],
    );
    const [row] = await source.query<{ id: string; isFinished: boolean }[]>(
      'select id, finished_at is not null as "isFinished" from export where user_id = $1',
      [userId],
    );
    if (!row) throw new ProductError('invalidSession');
    // Also of one that is being made: its job may have been lost on the way.
    if (!row.isFinished) await jobs.enqueue(EXPORT_JOB, { userId, accountType, id: row.id }, { key: row.id });
    return row.id;
  }

  /** @throws ProductError `userNotFound` for an export that is none of the caller's; `unavailable` when it failed. */
  async state(id: string, { caller: { userId } }: MemberCall): Promise<ExportState> {
    const [row] = await this.source.query<{ isFinished: boolean }[]>(
      'select finished_at is not null as "isFinished" from export where user_id = $1 and id = $2',
      [userId, id],
    );
    if (!row) throw new ProductError('userNotFound');
    if (row.isFinished) return { progress: 1, key: keyOf(userId, id) };
    const job = await this.jobs.find(EXPORT_JOB, id);
    if (job?.state === 'failed') throw new ProductError('unavailable');
    return { progress: job?.progress ?? 0, key: '' };
  }

  async make({ userId, accountType, id }: ExportPayload, { signal, progress }: JobContext): Promise<void> {
    const call: MemberCall = { requestId: id, caller: { userId, accountType } };
    // A job that failed since they left would be kept, with whose it was.
    if (!(await this.isHere(call))) return;
    const entries = await exportEntries(this, call, (done, all) => {
      signal.throwIfAborted();
      progress(done / (all + 1));
    });
    // One is enough to lie about.
    await this.removeAll(userId);
    await this.storage.put(keyOf(userId, id), zipOf(entries), PUT);
    const finished = await this.source.query<[unknown, number]>(
      'update export set finished_at = $3 where user_id = $1 and id = $2',
      [userId, id, this.clock.now()],
    );
    // They left while it was made.
    if (finished[1] === 0) await this.storage.delete(keyOf(userId, id));
  }

  private async isHere(call: MemberCall): Promise<boolean> {
    const auth = await this.auth();
    return auth.getAccount({}, call).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ProductError && error.error === 'invalidSession') return false;
        throw error;
      },
    );
  }

  /**
   * Removes those that were kept for long enough. Deletes the files before the row: where they cannot be deleted, the next
   * sweep finds them again.
   * @throws AggregateError of those that could not be removed.
   */
  async sweep(): Promise<void> {
    const old = before(this.clock.now(), KEPT_MS);
    const rows = await this.source.query<{ userId: string; id: string }[]>(
      'select user_id as "userId", id from export where requested_at < $1',
      [old],
    );
    await tryEach(rows, async ({ userId, id }) => {
      await this.removeAll(userId);
      await this.source.query('delete from export where user_id = $1 and id = $2', [userId, id]);
    });
  }

  /** Removes what was made for a person. */
  removeAll(userId: string): Promise<void> {
    return removeFolder(this.storage, folderOf(userId));
  }
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function folderOf(userId: string): string {
  return `exports/${userId}/`;
}

function keyOf(userId: string, id: string): string {
  return `${folderOf(userId)}${id}.zip`;
}
