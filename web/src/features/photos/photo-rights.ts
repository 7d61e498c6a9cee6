import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import type { User } from '@switchback/contracts/resources/user';

interface PhotoDrive {
  privacy: 'public' | 'private';
  /** Null for official drives. */
  ownerId: string | null;
}

/** Whether to offer deleting a photo; the server checks again. */
export function mayDeletePhoto(
  photo: Pick<DrivePhoto, 'addedBy' | 'pending'>,
  drive: PhotoDrive,
  user: Pick<User, 'id' | 'accountType'> | null,
): boolean {
  if (user === null) return false;
  if (user.accountType === 'admin') return true;
  const isOwn = photo.addedBy === user.id;
  return drive.privacy === 'private' ? isOwn || drive.ownerId === user.id : isOwn && photo.pending;
}
