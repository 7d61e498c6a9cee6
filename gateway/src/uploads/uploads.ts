import { Injectable } from '@nestjs/common';
import type { FilePart } from '@switchback/contracts/endpoints/endpoint';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { type FileSource, isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { Part } from '../gateway-parts.js';

/** Uploads at once: each holds a connection and a stream into the storage. Visitors never take the places of members. */
const AT_ONCE_MAX = 16;
const VISITORS_MAX = 8;
const EACH_VISITOR_MAX = 2;
const EACH_MEMBER_MAX = 4;
/** What is in it is found out by whoever reads it, never by what it is called. */
const CONTENT_TYPE = 'application/octet-stream';

/** A file that came with a request, as it lies in the storage until somebody has made something of it. */
export interface Upload {
  key: string;
  /** Bytes. */
  size: number;
  /** As the client calls it. */
  name: string;
}

/** Who sends a file: a person, or an address while it is not known who. */
export interface Sender {
  isVisitor: boolean;
  id: string;
}

/** Files on their way from browsers into the storage. */
@Injectable()
export class Uploads {
  readonly #storage: () => Promise<Storage>;
  readonly #ids: Ids;
  readonly #running = new Set<Sender>();

  constructor(@Part('storage') storage: () => Promise<Storage>, @Part('ids') ids: Ids) {
    this.#storage = storage;
    this.#ids = ids;
  }

  /** @throws ProductError `pictureTooLarge`, `tooManyRequests`; StorageError; of what fails, nothing is kept. */
  async take(
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

/** The field of a form that a part is shown beside. */
export function fieldOf(part: string): string {
  return part.replace(/\[\]$/, '');
}
