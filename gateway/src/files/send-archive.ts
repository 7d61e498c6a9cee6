import { Readable } from 'node:stream';
import { ProductError } from '@switchback/platform/errors';
import { namesTag, rangeOf } from '@switchback/platform/storage/conditions';
import type { ByteRange } from '@switchback/platform/storage/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Its address contains a version, so that each range can be cached forever. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** An archive of street tiles. */
export interface TileArchive {
  /** In bytes. */
  size: number;
  /** Changes with the content. */
  etag: string;
  read: (range: Required<ByteRange>) => Readable | Promise<Readable>;
}

/**
 * Sends the archive, whole or in a range, or 304 if the client has it.
 * @throws ProductError `rangeNotSatisfiable`
 */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag, read }: TileArchive,
): Promise<FastifyReply> {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  reply.headers({ etag: `"${etag}"`, 'cache-control': CACHE_CONTROL, 'accept-ranges': 'bytes' });
  reply.type('application/vnd.pmtiles');
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag)) return reply.code(304).send();
  const part = rangeOf({ range, ifRange: ifRange as string | undefined }, { size, etag });
  const { start, end } = { start: part?.start ?? 0, end: Math.min(part?.end ?? size, size - 1) };
  if (start >= size) {
    reply.header('content-range', `bytes */${size}`);
    throw new ProductError('rangeNotSatisfiable');
  }
  reply.header('content-length', end - start + 1);
  if (part !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  // Fastify reads what it does not send to a HEAD request.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await read({ start, end }));
}
