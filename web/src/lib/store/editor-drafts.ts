import { inStore } from './browser-store.js';

/** Each draft of the editor belongs to one person: people who share a browser do not see each other's. */
const prefixOf = (userId: string) => `switchback.draft.${userId}.`;

/** Returns the key of a draft in the local storage; null stands for a new drive. */
export const draftKey = (userId: string, driveId: string | null): string => `${prefixOf(userId)}${driveId ?? 'new'}`;

/** Whether this browser stores a drive of the person, or photos of one, that they have not sent. */
export async function hasDrafts(userId: string): Promise<boolean> {
  return textKeys(userId).length > 0 || (await photoKeys(userId)).length > 0;
}

/** Whether this browser stores unsent work on the drive: a draft, or photos. Null stands for a new drive. */
export async function hasDraft(userId: string, driveId: string | null): Promise<boolean> {
  const photos = await photoKeys(userId);
  return textKeys(userId).includes(draftKey(userId, driveId)) || photos.some(([, of]) => of === (driveId ?? 'new'));
}

/** Deletes the photos of a draft. */
export async function deleteDraftPhotos(userId: string, driveId: string | null): Promise<void> {
  await deletePhotos([userId, driveId ?? 'new']);
}

/** Deletes every draft of the person: texts, routes and photos. */
export async function deleteDrafts(userId: string): Promise<void> {
  for (const key of textKeys(userId)) localStorage.removeItem(key);
  for (const key of await photoKeys(userId)) await deletePhotos(key);
}

async function deletePhotos(key: [string, string]): Promise<void> {
  await inStore('photos', 'readwrite', (store) => store.delete(key)).catch(() => undefined);
}

function textKeys(userId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(userId)));
  } catch {
    // A browser that blocks its storage has no drafts.
    return [];
  }
}

async function photoKeys(userId: string): Promise<[string, string][]> {
  const all = await inStore<[string, string][]>('photos', 'readonly', (store) => store.getAllKeys()).catch(() => []);
  return all.filter(([owner]) => owner === userId);
}
