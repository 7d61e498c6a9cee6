import { inStore } from '../../lib/store/browser-store.js';
import { hasEdits, type PhotoEdits } from './photo-list.js';

const STORE = 'photos';

interface PhotoDraft {
  userId: string;
  driveId: string;
  edits: PhotoEdits;
}

/** Key of a draft: user and drive; null for a new drive. */
type Of = readonly [userId: string, driveId: string | null];

const keyOf = ([userId, driveId]: Of): [string, string] => [userId, driveId ?? 'new'];

/** Returns the unsent edits to a drive's photos, including the files; null if there are none. */
export async function readPhotoDraft(of: Of): Promise<PhotoEdits | null> {
  const find = (store: IDBObjectStore) => store.get(keyOf(of));
  const draft = await inStore<PhotoDraft | undefined>(STORE, 'readonly', find).catch(() => undefined);
  return draft?.edits ?? null;
}

/**
 * Stores the draft; deletes it if the edits change nothing. If storage is full, the photos last as long as the page.
 */
export async function writePhotoDraft(of: Of, edits: PhotoEdits): Promise<void> {
  const [userId, driveId] = keyOf(of);
  const draft: PhotoDraft = { userId, driveId, edits };
  await inStore(STORE, 'readwrite', (store) =>
    hasEdits(edits) ? store.put(draft) : store.delete([userId, driveId]),
  ).catch(() => undefined);
}
