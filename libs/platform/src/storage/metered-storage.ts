import type { Clock } from '../clock.js';
import {
  type OpenFile,
  type Storage,
  StorageError,
  type StorageFigures,
  type StorageOperation,
  type StorageReason,
} from './storage.js';

/** Errors caused by the request, not by a failure of the storage. */
const ANSWERS: readonly StorageReason[] = ['bad-key', 'bad-request', 'not-found', 'range', 'too-large'];

const blank = () => ({ calls: 0, errors: 0, seconds: 0 });

/** Storage with metrics: counts calls, failures, durations and bytes. */
export class MeteredStorage implements Storage {
  private readonly operations = {
    put: blank(),
    get: blank(),
    head: blank(),
    delete: blank(),
    list: blank(),
    link: blank(),
  } satisfies StorageFigures['operations'];
  private readonly bytes = { read: 0, written: 0 };

  constructor(
    private readonly storage: Storage,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  figures(): StorageFigures {
    return { operations: this.operations, bytes: this.bytes };
  }

  async put(...args: Parameters<Storage['put']>): ReturnType<Storage['put']> {
    const stored = await this.timed('put', () => this.storage.put(...args));
    this.bytes.written += stored.size;
    return stored;
  }

  /** Counts the bytes when the file is opened; excludes the time that the reader takes. */
  async get(...args: Parameters<Storage['get']>): Promise<OpenFile> {
    const file = await this.timed('get', () => this.storage.get(...args));
    this.bytes.read += file.range ? file.range.end - file.range.start + 1 : file.size;
    return file;
  }

  head(...args: Parameters<Storage['head']>): ReturnType<Storage['head']> {
    return this.timed('head', () => this.storage.head(...args));
  }

  delete(...args: Parameters<Storage['delete']>): Promise<void> {
    return this.timed('delete', () => this.storage.delete(...args));
  }

  list(...args: Parameters<Storage['list']>): ReturnType<Storage['list']> {
    return this.timed('list', () => this.storage.list(...args));
  }

  link(...args: Parameters<Storage['link']>): Promise<string> {
    return this.timed('link', () => this.storage.link(...args));
  }

  sweep(): Promise<number> {
    return this.storage.sweep();
  }

  close(): Promise<void> {
    return this.storage.close();
  }

  private async timed<T>(operation: StorageOperation, work: () => Promise<T>): Promise<T> {
    const startedMs = this.clock.monotonicMs();
    const figures = this.operations[operation];
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError && ANSWERS.includes(error.reason))) figures.errors += 1;
      throw error;
    } finally {
      figures.calls += 1;
      figures.seconds += (this.clock.monotonicMs() - startedMs) / 1_000;
    }
  }
}
