import { ProductError } from '@switchback/platform/errors';
import { namesTag } from '@switchback/platform/storage/conditions';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers that let browsers show a picture but never run it. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Sends a JPEG from the storage, or 304 if the client's copy is current. @throws ProductError `unknownRoute` */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Pick<Storage, 'get'>,
  key: string,
  cacheControl: string,
): Promise<FastifyReply> {
  try {
    const { body, size, etag } = await storage.get(key);
    reply.headers({ ...HEADERS, 'cache-control': cacheControl, etag: `"${etag}"`, 'content-length': size });
    reply.type('image/jpeg');
    const { 'if-none-match': known } = request.headers;
    if (known === undefined || !namesTag(known, etag)) return await reply.send(body);
    body.destroy();
    return await reply.code(304).removeHeader('content-length').send();
  } catch (error) {
    if (isStorageError(error, 'not-found')) throw new ProductError('unknownRoute', { cause: error });
    throw error;
  }
}
