import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK, STORAGE } from '@switchback/platform/nest/tokens';
import { LIST_MAX, type Storage } from '@switchback/platform/storage/storage';
import { UPLOADS } from './avatars.js';

/** Whoever takes an upload does so within seconds. */
const KEPT_MS = 60 * 60_000;
/** What is beyond waits for the next hour. */
const PAGES_MAX = 20;

/** Uploads that nobody came for: the process that was to take them, or to discard them, died before it did. */
@Injectable()
export class ForgottenUploads {
  constructor(
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'list' | 'delete'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async remove(signal: AbortSignal): Promise<void> {
    const before = this.clock.now().getTime() - KEPT_MS;
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const files = await this.storage.list({ prefix: UPLOADS, max: LIST_MAX, ...(after !== undefined && { after }) });
      for (const { key, modifiedAt } of files) {
        signal.throwIfAborted();
        if (modifiedAt.getTime() < before) await this.storage.delete(key);
      }
      after = files.at(-1)?.key;
      if (files.length < LIST_MAX) return;
    }
  }
}
