import { createHash, type Hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Clock } from '@switchback/platform/clock';
import { ProductError, refuseField } from '@switchback/platform/errors';
import { CLOCK, STORAGE } from '@switchback/platform/nest/tokens';
import { decodeUpload, type Refused } from '@switchback/platform/pictures/decode-upload';
import { Slots } from '@switchback/platform/slots';
import { UPLOADS } from '@switchback/platform/storage/keys';
import type { FileSource, Storage } from '@switchback/platform/storage/storage';
import { type EntityManager, In, LessThanOrEqual, Repository } from 'typeorm';
import { DECODE, type Decode } from './decoding/decode.js';
import { type Place, placeOfExif } from './decoding/exif-place.js';
import { type DecodedPhoto, PHOTO_SIZES, type PhotoSize } from './decoding/decoded.js';
import { OrphanedFiles } from './orphaned-files.entity.js';
import { postponeRemoval, scheduleRemoval } from './photo-files.sql.js';

/** Concurrent decoding processes, each for one photo. One processor stays free for interactive requests. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
const WAITING_MAX = 20;
/** Limit for a file of 4,096 by 4,096 pixels. */
const FILE_BYTES_MAX = 30_000_000;
const PUT = { contentType: 'image/jpeg', maxBytes: FILE_BYTES_MAX };
/** Exceeds the longest call that creates a photo. */
const UNCLAIMED_MS = 60 * 60_000;
const SWEPT_MAX = 1_000;
/** Failures after which a sweep ends: the storage is probably unavailable. */
const SWEEP_FAILURES_MAX = 20;
const MINUTE_MS = 60_000;
const BACKOFF_MS_MAX = 24 * 60 * MINUTE_MS;

export type StoredPhoto = Pick<DecodedPhoto, 'color' | 'width' | 'height'> & {
  /** Null if it was not requested, or the file has none. */
  place: Place | null;
  /** SHA-256 of the upload's bytes. */
  sourceHash: Buffer;
};

type DecodedUpload = DecodedPhoto & Pick<StoredPhoto, 'sourceHash'>;

/**
 * Stores the files of photos. Files that have no photo yet, or no longer, are first recorded as orphaned, so that none
 * stays after a crash and none is missing: the transaction that inserts a photo's row deletes that record.
 */
@Injectable()
export class PhotoFiles {
  private readonly slots = new Slots(AT_ONCE, WAITING_MAX);

  constructor(
    @InjectRepository(OrphanedFiles) private readonly orphaned: Repository<OrphanedFiles>,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'get' | 'put' | 'delete'>,
    @Inject(DECODE) private readonly decode: Decode,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Creates the files of a photo from an upload. Drops the metadata, except for the location if the sender wants it
   * shown.
   * @throws ProductError `photoNotAccepted`, `photoTooLarge`, `unavailable` if too many photos are being decoded.
   */
  async make(photoId: string, upload: string, withPlace: boolean): Promise<StoredPhoto> {
    const { files, color, width, height, exif, sourceHash } = await this.decoded(upload, withPlace);
    await this.orphaned.insert({ photoId, removeAfter: this.after(UNCLAIMED_MS) });
    for (const size of PHOTO_SIZES) await this.storage.put(fileOf(photoId, size), [files[size]], PUT);
    const place = withPlace && exif ? placeOfExif(Buffer.from(exif)) : null;
    return { color, width, height, place, sourceHash };
  }

  /**
   * Stores a JPEG of an upload next to it; if unused, it is removed with the orphaned uploads.
   * @throws ProductError `photoNotAccepted`, `photoTooLarge`, `unavailable` if too many photos are being decoded.
   */
  async convert(id: string, upload: string): Promise<string> {
    const { files } = await this.decoded(upload, false);
    const key = `${UPLOADS}${id}.jpg`;
    await this.storage.put(key, [files.large], PUT);
    return key;
  }

  /**
   * Never fails: an upload that cannot be removed now is removed with the orphaned uploads, and a saved photo is not
   * refused because of it.
   */
  async discardUpload(upload: string): Promise<void> {
    await this.storage.delete(upload).catch(() => undefined);
  }

  /** Assigns the files to their photos. */
  async claim(manager: EntityManager, photoIds: readonly string[]): Promise<void> {
    const { affected } = await manager.delete(OrphanedFiles, { photoId: In(photoIds) });
    // The sweep removed the files after an hour.
    if (affected !== photoIds.length) throw new ProductError('unavailable');
  }

  /** Schedules the files of deleted photos for removal by {@link sweep}. */
  async abandon(manager: EntityManager, photoIds: readonly string[]): Promise<void> {
    await scheduleRemoval(manager, photoIds, this.clock.now());
  }

  /**
   * Removes the files that are due. A photo whose files cannot be removed is retried with backoff, and does not stop
   * the rest.
   * @throws AggregateError of the failures.
   */
  async sweep(): Promise<void> {
    const due = await this.orphaned.find({
      where: { removeAfter: LessThanOrEqual(this.clock.now()) },
      order: { removeAfter: 'asc' },
      take: SWEPT_MAX,
    });
    const failures: unknown[] = [];
    for (const { photoId, failures: earlier } of due) {
      try {
        for (const size of PHOTO_SIZES) await this.storage.delete(fileOf(photoId, size));
        await this.orphaned.delete({ photoId });
      } catch (error) {
        failures.push(error);
        const backoffMs = Math.min(2 ** earlier * MINUTE_MS, BACKOFF_MS_MAX);
        await postponeRemoval(this.orphaned.manager, photoId, this.after(backoffMs));
        if (failures.length >= SWEEP_FAILURES_MAX) break;
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `Cannot delete photo files: ${failures.slice(0, 3).join('; ')}`);
  }

  private after(delayMs: number): Date {
    return new Date(this.clock.now().getTime() + delayMs);
  }

  private decoded(upload: string, withExif: boolean): Promise<DecodedUpload> {
    return this.slots.run(async () => {
      const hash = createHash('sha256');
      const decode = (photo: FileSource) => this.decode(hashed(photo, hash), withExif);
      const decoded = await decodeUpload(this.storage, upload, LIMITS.photoBytes, decode);
      if ('refused' in decoded) throw refused(decoded);
      return { ...decoded, sourceHash: hash.digest() };
    });
  }
}

export function fileOf(photoId: string, size: PhotoSize): string {
  return `photos/${photoId}/${size}.jpg`;
}

async function* hashed(source: FileSource, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

const TOO_MANY_PIXELS =
  'Photo has too many pixels: the limit is 220 million for a baseline JPEG, and 50 million for any other photo. Please resize it.';

function refused({ refused: reason }: Refused): ProductError {
  if (reason === 'bytes') return refuseField('photos', 'photoTooLarge');
  if (reason === 'pixels') return refuseField('photos', 'photoTooLarge', TOO_MANY_PIXELS);
  if (reason === 'format') return refuseField('photos', 'photoNotAccepted');
  const words = 'Something went wrong trying to process the photo. Please try again.';
  return refuseField('photos', 'photoNotAccepted', words);
}
