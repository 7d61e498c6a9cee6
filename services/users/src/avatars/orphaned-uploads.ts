import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK, STORAGE } from '@switchback/platform/nest/tokens';
import { UPLOADS } from '@switchback/platform/storage/keys';
import { LIST_MAX, type Storage } from '@switchback/platform/storage/storage';
import { tryEach } from '../try-each.js';

/** Far longer than the seconds within which an upload is used. */
const KEPT_MS = 60 * 60_000;
/** Further pages wait for the next hour. */
const PAGES_MAX = 20;

/** Deletes orphaned uploads: the process that was to use or discard them died before it did. */
@Injectable()
export class OrphanedUploads {
  constructor(
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'list' | 'delete'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @throws AggregateError of the files that could not be deleted; the signal's reason if it was aborted. */
  async remove(signal: AbortSignal): Promise<void> {
    const old: string[] = [];
    const before = this.clock.now().getTime() - KEPT_MS;
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const files = await this.storage.list({ prefix: UPLOADS, max: LIST_MAX, ...(after !== undefined && { after }) });
      old.push(...files.filter(({ modifiedAt }) => modifiedAt.getTime() < before).map(({ key }) => key));
      after = files.at(-1)?.key;
      if (files.length < LIST_MAX) break;
    }
    await tryEach(old, (key) => this.storage.delete(key), signal);
  }
}
