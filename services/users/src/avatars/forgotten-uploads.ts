import type { Clock } from '@switchback/platform/clock';
import type { JobHandler } from '@switchback/platform/jobs/jobs';
import { LIST_MAX, type Storage } from '@switchback/platform/storage/storage';
import { UPLOADS } from './avatars.js';

/** Whoever takes an upload does so within seconds. */
const KEPT_MS = 60 * 60_000;
/** What is beyond waits for the next hour. */
const PAGES_MAX = 20;

interface Dependencies {
  storage: Pick<Storage, 'list' | 'delete'>;
  clock: Pick<Clock, 'now'>;
}

/** Removes uploads that nobody came for: the process that was to take them, or to discard them, died before it did. */
export function forgottenUploadsHandler({ storage, clock }: Dependencies): JobHandler<null> {
  return async (_payload, { signal }) => {
    const before = clock.now().getTime() - KEPT_MS;
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const files = await storage.list({ prefix: UPLOADS, max: LIST_MAX, ...(after !== undefined && { after }) });
      for (const { key, modifiedAt } of files) {
        signal.throwIfAborted();
        if (modifiedAt.getTime() < before) await storage.delete(key);
      }
      after = files.at(-1)?.key;
      if (files.length < LIST_MAX) return;
    }
  };
}
