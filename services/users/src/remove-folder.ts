import { LIST_MAX, type Storage } from '@switchback/platform/storage/storage';
import { tryEach } from './try-each.js';

/** Removes every file whose key starts with the prefix. No-op if there is none. */
export async function removeFolder(storage: Pick<Storage, 'list' | 'delete'>, prefix: string): Promise<void> {
  for (;;) {
    const files = await storage.list({ prefix, max: LIST_MAX });
    await tryEach(files, ({ key }) => storage.delete(key));
    if (files.length < LIST_MAX) return;
  }
}
