import type { ErrorName } from '@switchback/contracts/errors';
import { ProductError } from '@switchback/platform/errors';
import { FILES_PATH, type LinkAnswer, type LocalFiles } from '@switchback/platform/storage/disk/local-files';
import { StorageError, type StorageReason } from '@switchback/platform/storage/storage';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const REFUSALS: Partial<Record<StorageReason, ErrorName>> = {
  'bad-key': 'unknownRoute',
  'not-found': 'unknownRoute',
  denied: 'linkNotValid',
  range: 'rangeNotSatisfiable',
};

/** Headers that let browsers show an uploaded file but never run it. */
const HEADERS = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** Serves signed links to files if they are on our disk; an object store serves its own. */
export function bindLinkedFiles(fastify: FastifyInstance, metrics: Metrics, localFiles: LocalFiles | null): void {
  if (!localFiles) return;
  const template = `${FILES_PATH}/(key)`;
  const label = { template, meter: metrics.requests('GET', template, 'Web') };
  // Ranges refer to the stored bytes, so the answer is never compressed.
  fastify.get(`${FILES_PATH}/*`, { config: { label }, compress: false }, async (request, reply) => {
    const { status, headers, body } = await answer(localFiles, request);
    return reply
      .code(status)
      .headers({ ...HEADERS, ...headers })
      .send(body ?? '');
  });
}

async function answer(localFiles: LocalFiles, request: FastifyRequest): Promise<LinkAnswer> {
  const query = new URLSearchParams((request.raw.url ?? '').split('?')[1]);
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  try {
    return await localFiles.answer({
      key: (request.params as { '*': string })['*'],
      expires: query.get('expires') ?? '',
      signature: query.get('signature') ?? '',
      range,
      ifNoneMatch,
      ifRange: ifRange as string | undefined,
    });
  } catch (error) {
    const refusal = error instanceof StorageError ? REFUSALS[error.reason] : undefined;
    throw refusal ? new ProductError(refusal, { cause: error }) : error;
  }
}
