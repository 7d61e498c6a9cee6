import { createHash, randomUUID } from 'node:crypto';
import { clearEngines as clear } from '@switchback/testing/clear-engines';
import type { Environment } from './program.js';

/** Identifies the run: the first process chooses the name, and its workers inherit it. */
const RUN = (process.env.E2E_RUN ??= `e2e-${randomUUID().slice(0, 8)}`);

/** Engines that the environment names are shared: each product uses its own name prefixes there. */
export function ownNames(dataDir: string): Environment {
  const own = `${RUN}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const { KAFKA_BROKERS, ELASTICSEARCH_URL, S3_ENDPOINT, REDIS_URL } = process.env;
  return {
    ...(KAFKA_BROKERS && { KAFKA_PREFIX: `${own}.` }),
    ...(ELASTICSEARCH_URL && { ELASTICSEARCH_PREFIX: `${own}-`, ELASTICSEARCH_REPLICAS: '0' }),
    ...(S3_ENDPOINT && { S3_BUCKET: own }),
    ...(REDIS_URL && { REDIS_PREFIX: own }),
  };
}

/** Deletes everything that the products of this run left in the engines. */
export function clearEngines(): Promise<void> {
  return clear(`${RUN}-`);
}
