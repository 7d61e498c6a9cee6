import { createHash, randomUUID } from 'node:crypto';
import { clearEngines as clear } from '@switchback/testing/clear-engines';
import type { Environment } from './program.js';

/** Of the whole run: whoever is first names it, and the workers it starts inherit the name. */
const RUN = (process.env.E2E_RUN ??= `e2e-${randomUUID().slice(0, 8)}`);

/** Engines that the environment names are shared with others: there, each product keeps to names of its own. */
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

/** Takes from them what every product of this run left there. */
export function clearEngines(): Promise<void> {
  return clear(`${RUN}-`);
}
