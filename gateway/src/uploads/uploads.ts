import { Inject, Injectable } from '@nestjs/common';
import type { FilePart } from '@switchback/contracts/endpoints/endpoint';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import { type FileSource, isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { OPEN_STORAGE } from '../http/tokens.js';

/**
 * Maximum concurrent uploads: each holds a connection and a storage stream. Visitors never use up the members' slots.
 */
const AT_ONCE_MAX = 16;
const VISITORS_MAX = 8;
const EACH_VISITOR_MAX = 2;
const EACH_MEMBER_MAX = 4;
/** The reader inspects the content; the declared type does not count. */
const CONTENT_TYPE = 'application/octet-stream';

/** An uploaded file, in the storage until a service has processed it. */
export interface Upload {
  key: string;
  /** Size in bytes. */
  size: number;
  /** File name given by the client. */
  name: string;
}

/** Sender of a file: a person, or an IP address while the person is unknown. */
export interface Sender {
  isVisitor: boolean;
  id: string;
}

/** Streams uploads into the storage. */
@Injectable()
export class Uploads {
  readonly #storage: () => Promise<Storage>;
  readonly #ids: Ids;
  readonly #running = new Set<Sender>();

  constructor(@Inject(OPEN_STORAGE) storage: () => Promise<Storage>, @Inject(IDS) ids: Ids) {
    this.#storage = storage;
    this.#ids = ids;
  }

  /** @throws ProductError `pictureTooLarge`, `tooManyRequests`; StorageError. Failed uploads leave nothing behind. */
  async receive(
    source: FileSource,
    { name, maxBytes, refusals }: FilePart,
    sender: Sender,
    fileName = '',
  ): Promise<Upload> {
    if (!this.#hasRoom(sender)) throw new ProductError('tooManyRequests', { additional: { retryAfterSeconds: 2 } });
    this.#running.add(sender);
    try {
      const key = `uploads/${this.#ids.uuid()}.bin`;
      const storage = await this.#storage();
      const { size } = await storage.put(key, source, { contentType: CONTENT_TYPE, maxBytes });
      return { key, size, name: fileName };
    } catch (error) {
      if (isStorageError(error, 'too-large')) throw refuseField(fieldOf(name), refusals?.size ?? 'pictureTooLarge');
      throw error;
    } finally {
      this.#running.delete(sender);
    }
  }

  #hasRoom({ isVisitor, id }: Sender): boolean {
    const running = [...this.#running];
    const visitors = running.filter((other) => other.isVisitor);
    const own = running.filter((other) => other.isVisitor === isVisitor && other.id === id);
    if (isVisitor) return visitors.length < VISITORS_MAX && own.length < EACH_VISITOR_MAX;
    return running.length < AT_ONCE_MAX && own.length < EACH_MEMBER_MAX;
  }

  async discard({ key }: Upload): Promise<void> {
    await (await this.#storage()).delete(key);
  }
}

/** Returns the form field next to which faults of a part are shown. */
export function fieldOf(part: string): string {
  return part.replace(/\[\]$/, '');
}
