import type { Readable } from 'node:stream';
import { type FileConditions, namesTag, rangeOf } from '../conditions.js';
import { checkKey } from '../keys.js';
import { type FileFacts, StorageError } from '../storage.js';
import type { DiskStorage } from './disk-storage.js';

/** Path at which the gateway serves links. */
export const FILES_PATH = '/files';

/** The relevant parts of a request for a linked file. */
export interface LinkRequest extends FileConditions {
  key: string;
  expires: string;
  signature: string;
  ifNoneMatch?: string | undefined;
}

export interface LinkAnswer {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  /** Must be read to its end or destroyed; null if there is no body. */
  body: Readable | null;
}

type LinkedFiles = Pick<DiskStorage, 'links' | 'get' | 'head'>;

/** Serves the links of a disk storage, as S3 serves its own. */
export class LocalFiles {
  private opened: Promise<LinkedFiles> | undefined;

  /** @param open called on the first request: a process that serves no links needs no folder. */
  constructor(private readonly open: () => Promise<LinkedFiles>) {}

  /** @throws StorageError `denied` for a link that was tampered with or has expired, `not-found`, `range`, `bad-key` */
  async answer(request: LinkRequest): Promise<LinkAnswer> {
    checkKey(request.key);
    const storage = await this.storage();
    if (!storage.links.allows(request.key, request.expires, request.signature))
      throw new StorageError('denied', 'The link was altered, or has expired.');
    const facts = await storage.head(request.key);
    if (!facts) throw new StorageError('not-found', 'There is no such file.');
    if (request.ifNoneMatch !== undefined && namesTag(request.ifNoneMatch, facts.etag))
      return { status: 304, headers: headersOf(facts), body: null };
    const file = await storage.get(request.key, rangeOf(request, facts));
    const { range, size, body } = file;
    const headers = { ...headersOf(file), 'content-length': String(range ? range.end - range.start + 1 : size) };
    if (!range) return { status: 200, headers, body };
    return { status: 206, headers: { ...headers, 'content-range': `bytes ${range.start}-${range.end}/${size}` }, body };
  }

  private storage(): Promise<LinkedFiles> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }
}

function headersOf({ etag, contentType, modifiedAt }: FileFacts): Record<string, string> {
  return {
    'content-type': contentType,
    etag: `"${etag}"`,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  };
}
