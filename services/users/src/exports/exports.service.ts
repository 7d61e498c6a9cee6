import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
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
import { People } from '../people.js';
import { RecentSearches } from '../searches/recent-searches.js';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { defineJob, type JobContext, type JobKind, type Jobs } from '@switchback/platform/jobs/jobs';
import type { Storage } from '@switchback/platform/storage/storage';
import { LessThan, Repository } from 'typeorm';
import { z } from 'zod';
import type { MemberCall } from '../member.js';
import { removeFolder } from '../remove-folder.js';
import { tryEach } from '../try-each.js';
import { Export } from './export.entity.js';
import { exportEntries } from './export-entries.js';
import { startExport } from './exports.sql.js';
import { zipOf } from './zip.js';

const ZIP_BYTES_MAX = 4_000_000_000;
const PUT = { contentType: 'application/zip', maxBytes: ZIP_BYTES_MAX };
/** An export that takes longer is started again by the next request. */
const MAKING_MS_MAX = 15 * 60_000;
/** A finished export counts as new for this long: a repeated request is about to fetch it. */
const FRESH_MS = 60_000;
/** Long enough to fetch it; a copy of all data should not be left lying around. */
const KEPT_MS = 60 * 60_000;

const payload = z.object({
  userId: z.string().min(1).max(64),
  accountType: z.enum(['free', 'hero', 'admin']),
  id: z.string().min(1).max(64),
});
export type ExportPayload = z.output<typeof payload>;

export const EXPORT_JOB: JobKind<ExportPayload> = defineJob({
  name: 'users.export',
  payload,
  attempts: 3,
  timeoutMs: MAKING_MS_MAX,
});

/** Exports all data of a person as one ZIP, created by a job and stored for an hour. */
@Injectable()
export class ExportsService {
  constructor(
    readonly people: People,
    readonly searches: RecentSearches,
    readonly messages: ContactMessages,
    readonly notices: Notices,
    @Inject(AUTH) readonly auth: AuthPeer,
    @Inject(BILLING) readonly billing: BillingPeer,
    @Inject(DRIVES) readonly drives: DrivesPeer,
    @Inject(MEDIA) readonly media: MediaPeer,
    @Inject(STORAGE) readonly storage: Storage,
    @InjectRepository(Export) private readonly exports: Repository<Export>,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue' | 'find'>,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Starts an export, or joins the one in progress. @returns its id. */
  async request({ caller: { userId, accountType } }: MemberCall): Promise<string> {
    const now = this.clock.now();
    await startExport(
      this.exports.manager,
      { userId, id: this.ids.uuid(), requestedAt: now },
      { requestedBefore: before(now, MAKING_MS_MAX), finishedBefore: before(now, FRESH_MS) },
    );
    const current = await this.exports.findOneBy({ userId });
    if (!current) throw new ProductError('invalidSession');
    const { id, finishedAt } = current;
    // Also for an export in progress, whose job may have been lost.
    if (finishedAt === null) await this.jobs.enqueue(EXPORT_JOB, { userId, accountType, id }, { key: id });
    return id;
  }

  /**
   * Returns the key of the ZIP in the storage; empty until it is complete.
   * @throws ProductError `userNotFound` if the export is not the caller's; `unavailable` if it failed.
   */
  async keyIfComplete(id: string, { caller: { userId } }: MemberCall): Promise<string> {
    const current = await this.exports.findOneBy({ userId, id });
    if (!current) throw new ProductError('userNotFound');
    if (current.finishedAt !== null) return keyOf(userId, id);
    const job = await this.jobs.find(EXPORT_JOB, id);
    if (job?.state === 'failed') throw new ProductError('unavailable');
    return '';
  }

  async make({ userId, accountType, id }: ExportPayload, { signal }: JobContext): Promise<void> {
    const call: MemberCall = { requestId: id, caller: { userId, accountType } };
    // A job that fails for a deleted account would be stored, along with the user id.
    if (!(await this.isHere(call))) return;
    const entries = await exportEntries(this, call, signal);
    // Deletes earlier copies: one is enough.
    await this.removeAll(userId);
    await this.storage.put(keyOf(userId, id), zipOf(entries), PUT);
    const finished = await this.exports.update({ userId, id }, { finishedAt: this.clock.now() });
    // The account was deleted meanwhile.
    if (finished.affected === 0) await this.storage.delete(keyOf(userId, id));
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
   * Removes expired exports. Deletes the files before the row: if they cannot be deleted, the next sweep finds them
   * again.
   * @throws AggregateError of the exports that could not be removed.
   */
  async sweep(): Promise<void> {
    const expired = await this.exports.findBy({ requestedAt: LessThan(before(this.clock.now(), KEPT_MS)) });
    await tryEach(expired, async ({ userId, id }) => {
      await this.removeAll(userId);
      await this.exports.delete({ userId, id });
    });
  }

  /** Removes all exports of a person. */
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
