import type { FilePart } from '@switchback/contracts/endpoints/endpoint';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { type FileSource, isStorageError, type Storage } from '@switchback/platform/storage/storage';

/** Each holds a connection and a stream into the storage. */
const AT_ONCE_MAX = 16;
/** What is in it is found out by whoever reads it, never by what it is called. */
const CONTENT_TYPE = 'application/octet-stream';

/** A file that came with a request, as it lies in the storage until somebody has made something of it. */
export interface Upload {
  key: string;
  /** Bytes. */
  size: number;
}

/** Files on their way from browsers into the storage. */
export class Uploads {
  readonly #storage: () => Promise<Storage>;
  readonly #ids: Ids;
  #running = 0;

  constructor(storage: () => Promise<Storage>, ids: Ids) {
    this.#storage = storage;
    this.#ids = ids;
  }

  /** @throws ProductError `pictureTooLarge`, `tooManyRequests`; StorageError; of what fails, nothing is kept. */
  async take(source: FileSource, { name, maxBytes }: FilePart): Promise<Upload> {
    if (this.#running >= AT_ONCE_MAX)
      throw new ProductError('tooManyRequests', { additional: { retryAfterSeconds: 2 } });
    this.#running++;
    try {
      const key = `uploads/${this.#ids.uuid()}.bin`;
      const storage = await this.#storage();
      const { size } = await storage.put(key, source, { contentType: CONTENT_TYPE, maxBytes });
      return { key, size };
    } catch (error) {
      if (isStorageError(error, 'too-large')) throw refuseField(name, 'pictureTooLarge');
      throw error;
    } finally {
      this.#running--;
    }
  }

  async discard({ key }: Upload): Promise<void> {
    await (await this.#storage()).delete(key);
  }
}
