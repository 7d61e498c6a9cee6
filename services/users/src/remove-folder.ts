import { LIST_MAX, type Storage } from '@switchback/platform/storage/storage';

/** Removes every file whose key begins so; done when there is none. */
export async function removeFolder(storage: Pick<Storage, 'list' | 'delete'>, prefix: string): Promise<void> {
  for (;;) {
    const files = await storage.list({ prefix, max: LIST_MAX });
    for (const { key } of files) await storage.delete(key);
    if (files.length < LIST_MAX) return;
  }
}
