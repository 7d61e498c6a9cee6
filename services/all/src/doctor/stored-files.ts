import { fileOf } from '@switchback/media/photo-files';
import { PHOTO_SIZES } from '@switchback/media/decoding/decoded';
import { Photo } from '@switchback/media/photo.entity';
import type { Clock } from '@switchback/platform/clock';
import type { Storage } from '@switchback/platform/storage/storage';
import { pictureFile } from '@switchback/users/avatars/avatars';
import { AVATAR_SIZES } from '@switchback/users/avatars/decoded';
import { Profile } from '@switchback/users/profiles/profile.entity';
import { type DataSource, IsNull, Not } from 'typeorm';
import { type Finding, fault, note, ok } from './finding.js';

const ROWS_MAX = 2_000;
const AT_ONCE = 16;
/** Two comparisons fit into the time of a check. */
const COMPARE_MS_MAX = 3_000;
const NAMED_MAX = 3;

/** A row, and the files that it refers to. */
export interface RowWithFiles {
  /** Words for the operator. */
  name: string;
  keys: string[];
}

/** Returns the newest photos with their files, newest first. */
export async function newestPhotos(media: DataSource): Promise<RowWithFiles[]> {
  const photos = await media
    .getRepository(Photo)
    .find({ select: { id: true, addedAt: true }, order: { addedAt: 'desc' }, take: ROWS_MAX });
  return photos.map(({ id, addedAt }) => ({
    name: `${id} of ${addedAt.toISOString()}`,
    keys: PHOTO_SIZES.map((size) => fileOf(id, size)),
  }));
}

/** Returns the pictures of the newest accounts with their files, newest account first. */
export async function newestPictures(users: DataSource): Promise<RowWithFiles[]> {
  const profiles = await users.getRepository(Profile).find({
    select: { id: true, avatarId: true },
    where: { avatarId: Not(IsNull()) },
    order: { createdAt: 'desc' },
    take: ROWS_MAX,
  });
  return profiles.map(({ id, avatarId }) => ({
    name: `of account ${id}`,
    keys: AVATAR_SIZES.map((size) => pictureFile(id, avatarId!, size)),
  }));
}

/** Compares rows with the storage, in their order, as far as the time allows. */
export async function compareFiles(
  what: string,
  rows: readonly RowWithFiles[],
  { storage, clock }: { storage: Pick<Storage, 'head'>; clock: Clock },
): Promise<Finding> {
  const deadlineMs = clock.monotonicMs() + COMPARE_MS_MAX;
  const missing: string[] = [];
  let compared = 0;
  for (; compared < rows.length && clock.monotonicMs() < deadlineMs; compared += AT_ONCE) {
    const looks = rows.slice(compared, compared + AT_ONCE).map(async ({ name, keys }) => {
      const found = await Promise.all(keys.map((key) => storage.head(key)));
      return found.includes(undefined) ? [name] : [];
    });
    missing.push(...(await Promise.all(looks)).flat());
  }
  const count = Math.min(compared, rows.length);
  if (count === 0) return rows.length === 0 ? ok(`no ${what} to compare`) : note(`no time to compare ${what}`);
  if (missing.length === 0) return ok(`the ${count} newest ${what} have their files`);
  const named = missing.slice(0, NAMED_MAX).join(', ') + (missing.length > NAMED_MAX ? ', …' : '');
  return fault(`${missing.length} of the ${count} newest ${what} lack a file: ${named}; see docs/backup.md`);
}
