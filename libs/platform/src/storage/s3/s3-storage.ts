import { IncomingMessage } from 'node:http';
import { Client } from 'minio';
import type { Clock } from '../../clock.js';
import { checkKey, checkLinkSeconds, checkList, checkPut, checkRange, tooLarge } from '../keys.js';
import { endSource, partsOf } from '../sources.js';
import {
  type ByteRange,
  type FileFacts,
  type FileSource,
  isStorageError,
  type ListedFile,
  type ListQuery,
  type OpenFile,
  type PutOptions,
  type Storage,
  StorageError,
} from '../storage.js';
import { mapped, toStorageError } from './s3-errors.js';
import { type Timing, TimedTransport } from './timed-transport.js';

/** Buffered in memory per running put. S3 accepts 10,000 parts of 5 MiB or more, which allows files of 80 GB. */
const PART_BYTES = 8 * 1_024 * 1_024;
const TIMING: Timing = { answerMs: 5_000, idleMs: 30_000 };
/** A multipart upload that started this long ago is orphaned. */
const UPLOAD_KEPT_MS = 86_400_000;
const SWEPT_PAGES_MAX = 10;

export interface S3StorageOptions {
  /** Address for the services: `http://…` or `https://…`. */
  endpoint: string;
  /** Address for browsers, used in links; defaults to `endpoint`. */
  publicEndpoint?: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  clock: Pick<Clock, 'now'>;
  timing?: Timing;
}

/**
 * Files in a bucket. Implements multipart uploads itself: the client's implementation resumes any upload of the same
 * key, so that two concurrent ones would mix, and leaves a failed one behind.
 */
export class S3Storage implements Storage {
  private readonly transport: TimedTransport;
  private readonly client: Client;
  /** Signs links; never connects. */
  private readonly signer: Client;
  private ready: Promise<void> | undefined;

  constructor(private readonly options: S3StorageOptions) {
    const { endpoint, publicEndpoint = endpoint } = options;
    this.transport = new TimedTransport(endpoint.startsWith('https:'), options.timing ?? TIMING);
    this.client = clientOf(endpoint, options, this.transport);
    this.signer = clientOf(publicEndpoint, options);
  }

  /**
   * Creates the bucket if it is missing. Every call ensures this first, so that the store may be unavailable at start.
   * @throws StorageError
   */
  ensureBucket(): Promise<void> {
    this.ready ??= this.makeBucket().catch((error: unknown) => {
      this.ready = undefined;
      throw toStorageError(error);
    });
    return this.ready;
  }

  async put(key: string, source: FileSource, options: PutOptions): Promise<Pick<FileFacts, 'size' | 'etag'>> {
    try {
      checkKey(key);
      checkPut(options);
      await this.ensureBucket();
      return await this.putParts(key, source, options);
    } finally {
      endSource(source);
    }
  }

  async get(key: string, range?: ByteRange): Promise<OpenFile> {
    checkKey(key);
    if (range) checkRange(range);
    await this.ensureBucket();
    const { start = 0, end } = range ?? {};
    // The client treats a range of only the first byte as one without an end; a length of 0 means up to the end.
    const length = end === undefined ? 0 : end - start + 1;
    const body = await mapped(this.client.getPartialObject(this.options.bucket, key, start, length));
    if (!(body instanceof IncomingMessage)) throw new StorageError('failed', 'The object store did not answer.');
    body.on('error', () => undefined);
    return openFileOf(key, body, range);
  }

  async head(key: string): Promise<FileFacts | undefined> {
    checkKey(key);
    await this.ensureBucket();
    try {
      const { size, etag, lastModified, metaData } = await mapped(this.client.statObject(this.options.bucket, key));
      const { 'content-type': contentType = '' } = metaData as Record<string, string>;
      return { key, size, etag, contentType, modifiedAt: lastModified };
    } catch (error) {
      if (isStorageError(error, 'not-found')) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await this.ensureBucket();
    await mapped(this.client.removeObject(this.options.bucket, key));
  }

  async list(query: ListQuery): Promise<ListedFile[]> {
    checkList(query);
    await this.ensureBucket();
    const { prefix, after, max } = query;
    // The client's parser for version 2 of the listing reads a key like 007 as a number.
    const options = { Delimiter: '', MaxKeys: max };
    const { objects } = await mapped(this.client.listObjectsQuery(this.options.bucket, prefix, after, options));
    return objects.flatMap(({ name, size, lastModified }) =>
      name === undefined || lastModified === undefined || size === undefined
        ? []
        : [{ key: name, size, modifiedAt: lastModified }],
    );
  }

  async link(key: string, seconds: number): Promise<string> {
    checkKey(key);
    checkLinkSeconds(seconds);
    return mapped(this.signer.presignedGetObject(this.options.bucket, key, seconds, {}, this.options.clock.now()));
  }

  async sweep(): Promise<number> {
    await this.ensureBucket();
    const { bucket, clock } = this.options;
    const before = clock.now().getTime() - UPLOAD_KEPT_MS;
    let [swept, keyMarker, uploadIdMarker] = [0, '', ''];
    for (let page = 0; page < SWEPT_PAGES_MAX; page += 1) {
      const found = await mapped(this.client.listIncompleteUploadsQuery(bucket, '', keyMarker, uploadIdMarker, ''));
      for (const { key, uploadId, initiated } of found.uploads) {
        if (initiated.getTime() > before) continue;
        await mapped(this.client.abortMultipartUpload(bucket, key, uploadId));
        swept += 1;
      }
      if (!found.isTruncated) break;
      [keyMarker, uploadIdMarker] = [found.nextKeyMarker, found.nextUploadIdMarker];
    }
    return swept;
  }

  async close(): Promise<void> {
    this.transport.close();
  }

  private async makeBucket(): Promise<void> {
    const { bucket, region } = this.options;
    if (await this.client.bucketExists(bucket)) return;
    await this.client.makeBucket(bucket, region).catch((error: unknown) => {
      // Another process created it meanwhile.
      if ((error as { code?: unknown }).code !== 'BucketAlreadyOwnedByYou') throw error;
    });
  }

  private async putParts(key: string, source: FileSource, { contentType, maxBytes }: PutOptions) {
    const parts = partsOf(source, Math.min(PART_BYTES, maxBytes + 1));
    try {
      const { value: first = Buffer.alloc(0) } = await parts.next();
      if (first.length > maxBytes) throw tooLarge(key, maxBytes);
      const headers = { 'Content-Type': contentType };
      if (first.length === PART_BYTES) return await this.putInParts(key, { first, parts, headers, maxBytes });
      const { etag } = await mapped(this.client.putObject(this.options.bucket, key, first, first.length, headers));
      return { size: first.length, etag };
    } finally {
      await parts.return(undefined);
    }
  }

  private async putInParts(key: string, upload: Upload): Promise<Pick<FileFacts, 'size' | 'etag'>> {
    const { bucket } = this.options;
    const uploadID = await mapped(this.client.initiateNewMultipartUpload(bucket, key, upload.headers));
    try {
      const stored: { part: number; etag: string }[] = [];
      let size = 0;
      const store = async (part: Buffer) => {
        size += part.length;
        if (size > upload.maxBytes) throw tooLarge(key, upload.maxBytes);
        const partNumber = stored.length + 1;
        const config = { bucketName: bucket, objectName: key, uploadID, partNumber, headers: {} };
        const { etag } = await mapped(this.client.uploadPart(config, part));
        stored.push({ part: partNumber, etag });
      };
      await store(upload.first);
      for await (const part of upload.parts) if (part.length > 0) await store(part);
      const { etag } = await mapped(this.client.completeMultipartUpload(bucket, key, uploadID, stored));
      return { size, etag };
    } catch (error) {
      // If the abort fails, the sweep cleans up later.
      await this.client.abortMultipartUpload(bucket, key, uploadID).catch(() => undefined);
      throw error;
    }
  }
}

interface Upload {
  first: Buffer;
  parts: AsyncGenerator<Buffer>;
  headers: Record<string, string>;
  maxBytes: number;
}

function clientOf(endpoint: string, options: S3StorageOptions, timed?: TimedTransport): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  return new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    useSSL: protocol === 'https:',
    ...(port !== '' && { port: Number(port) }),
    region: options.region,
    accessKey: options.accessKey,
    secretKey: options.secretKey,
    ...(timed && { transport: timed.transport, transportAgent: timed.agent }),
    // Retrying is up to the caller; the client would also write to the console.
    retryOptions: { disableRetry: true },
  });
}

function openFileOf(key: string, body: IncomingMessage, request: ByteRange | undefined): OpenFile {
  const { headers } = body;
  const [, start = '', end = '', whole = ''] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const facts = {
    key,
    size: Number(whole === '' ? headers['content-length'] : whole),
    etag: (headers.etag ?? '').replaceAll('"', ''),
    contentType: headers['content-type'] ?? '',
    modifiedAt: new Date(headers['last-modified'] ?? 0),
  };
  if (whole !== '') return { ...facts, body, range: { start: Number(start), end: Number(end) } };
  if (!request) return { ...facts, body };
  // The store does not treat a range from the first byte to the end as a range.
  if (facts.size > 0) return { ...facts, body, range: { start: 0, end: facts.size - 1 } };
  body.destroy();
  throw new StorageError('range', `${key} is empty.`);
}
