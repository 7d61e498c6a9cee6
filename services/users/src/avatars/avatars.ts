import { Inject, Injectable } from '@nestjs/common';
import { IDS, STORAGE } from '@switchback/platform/nest/tokens';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { decodeUpload, type Refused } from '@switchback/platform/pictures/decode-upload';
import { Slots } from '@switchback/platform/slots';
import { requireUpload } from '@switchback/platform/storage/keys';
import type { Storage } from '@switchback/platform/storage/storage';
import { removeFolder } from '../remove-folder.js';
import { DECODE, type Decode } from './decode.js';
import { AVATAR_SIZES, type AvatarFiles, type AvatarSize } from './decoded.js';

/** Concurrent decoding processes. */
const AT_ONCE = 2;
const WAITING_MAX = 10;
/** Limit for a picture of 1,024 by 1,024 pixels. */
const FILE_BYTES_MAX = 4_000_000;
const PUT = { contentType: 'image/jpeg', maxBytes: FILE_BYTES_MAX };

/** Stores people's profile pictures. */
@Injectable()
export class Avatars {
  private readonly slots = new Slots(AT_ONCE, WAITING_MAX);

  constructor(
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'get' | 'put' | 'delete' | 'list'>,
    @Inject(DECODE) private readonly decode: Decode,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * Turns an upload into a person's picture, and deletes the upload.
   * @returns the picture's id.
   * @throws ProductError `formatNotAccepted`, `pictureTooLarge`, `unavailable` if too many pictures are being decoded.
   */
  async set(userId: string, upload: string): Promise<string> {
    requireUpload(upload);
    try {
      return await this.slots.run(async () => this.store(userId, await this.filesOf(upload)));
    } finally {
      await this.storage.delete(upload);
    }
  }

  /** Removes one picture of a person. No-op if there is none. */
  async remove(userId: string, avatarId: string): Promise<void> {
    for (const size of AVATAR_SIZES) await this.storage.delete(pictureFile(userId, avatarId, size));
  }

  /** Removes all pictures of a person, including those left behind by a crash. */
  removeAll(userId: string): Promise<void> {
    return removeFolder(this.storage, folderOf(userId));
  }

  private async filesOf(upload: string): Promise<AvatarFiles> {
    const decoded = await decodeUpload(this.storage, upload, LIMITS.avatarBytes, this.decode);
    if ('refused' in decoded) throw refused(decoded);
    return decoded.files;
  }

  private async store(userId: string, files: AvatarFiles): Promise<string> {
    const avatarId = this.ids.uuid();
    try {
      for (const size of AVATAR_SIZES) await this.storage.put(pictureFile(userId, avatarId, size), [files[size]], PUT);
      return avatarId;
    } catch (error) {
      // The disk may have filled up after the first size.
      await this.remove(userId, avatarId).catch(() => undefined);
      throw error;
    }
  }
}

/** Returns the key of one size of a person's picture. */
export function pictureFile(userId: string, avatarId: string, size: AvatarSize): string {
  return `${folderOf(userId)}${avatarId}/${size}.jpg`;
}

function folderOf(userId: string): string {
  return `users/${userId}/`;
}

function refused({ refused: reason }: Refused) {
  if (reason === 'pixels' || reason === 'bytes') return refuseField('avatar', 'pictureTooLarge');
  if (reason === 'format') return refuseField('avatar', 'formatNotAccepted');
  return refuseField('avatar', 'formatNotAccepted', 'The picture cannot be read. Please choose another one.');
}
