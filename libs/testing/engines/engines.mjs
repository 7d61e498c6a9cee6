// The engines available to tests, the settings that name them, and their containers.
import { readFileSync } from 'node:fs';
import { bringFirstError } from './first-error.mjs';

/** Image list shared by the test containers and docker-compose.yml. */
const IMAGES = JSON.parse(readFileSync(new URL('../../../deploy/engines.json', import.meta.url), 'utf8'));

const KAFKA_PORT = 9092;
const S3_LOGIN = { key: 'switchback', secret: 'switchback-tests' };

/**
 * @typedef {object} Engine
 * @property {string} name the name that people use.
 * @property {string} setting the environment variable that names a running engine.
 * @property {string} image
 * @property {number} port the container listens on.
 * @property {boolean} [isPortTold] whether it must know the port it is reached at.
 * @property {string[]} [command]
 * @property {string} [readyPath] answers 200 over HTTP when it is ready; without one, an open port counts as ready.
 * @property {(portOutside: number) => Record<string, string>} [environment] of the container.
 * @property {(address: string) => Promise<void>} [settle] runs between its start and its first use.
 * @property {(address: string) => Record<string, string>} settings environment for the tests, from `host:port`.
 */

/** @type {Engine[]} */
export const ENGINES = [
  {
    name: 'kafka',
    setting: 'KAFKA_BROKERS',
    image: IMAGES.kafka,
    port: KAFKA_PORT,
    isPortTold: true,
    environment: (portOutside) => ({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENERS: `PLAINTEXT://:${KAFKA_PORT},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://localhost:${portOutside}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    }),
    settings: (address) => ({ KAFKA_BROKERS: address }),
  },
  {
    name: 'elasticsearch',
    setting: 'ELASTICSEARCH_URL',
    image: IMAGES.elasticsearch,
    port: 9200,
    readyPath: '/_cluster/health?wait_for_status=yellow&timeout=1s',
    environment: () => ({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      ES_JAVA_OPTS: '-Xms512m -Xmx512m',
    }),
    settle: (address) => bringFirstError(`http://${address}`),
    settings: (address) => ({ ELASTICSEARCH_URL: `http://${address}` }),
  },
  {
    name: 's3',
    setting: 'S3_ENDPOINT',
    image: IMAGES.minio,
    port: 9000,
    command: ['server', '/data'],
    readyPath: '/minio/health/ready',
    environment: () => ({ MINIO_ROOT_USER: S3_LOGIN.key, MINIO_ROOT_PASSWORD: S3_LOGIN.secret }),
    settings: (address) => ({
      S3_ENDPOINT: `http://${address}`,
      S3_ACCESS_KEY: S3_LOGIN.key,
      S3_SECRET_KEY: S3_LOGIN.secret,
      S3_REGION: 'us-east-1',
    }),
  },
  {
    name: 'redis',
    setting: 'REDIS_URL',
    image: IMAGES.redis,
    port: 6379,
    settings: (address) => ({ REDIS_URL: `redis://${address}` }),
  },
];

/**
 * Returns the engines that a run must start: those requested and not named in the environment.
 *
 * @param {string | undefined} asked `TEST_ENGINES`: names separated by commas, or `all`; none if unset.
 * @param {Record<string, string | undefined>} environment
 * @throws Error that lists unknown engines.
 */
export function enginesToStart(asked, environment) {
  const names = (asked ?? '').split(',').filter(Boolean);
  const unknown = names.filter((name) => name !== 'all' && !ENGINES.some((engine) => engine.name === name));
  if (unknown.length > 0)
    throw new Error(`Unknown engine ${unknown.join(', ')}; available: ${ENGINES.map(({ name }) => name).join(', ')}.`);
  return ENGINES.filter(
    ({ name, setting }) => (names.includes('all') || names.includes(name)) && !environment[setting]?.trim(),
  );
}

/**
 * Starts the requested engines and names them in the environment. An engine that cannot be started is reported and left
 * out, so that its suites are skipped.
 *
 * @param {{ environment: Record<string, string | undefined>, say: (sentence: string) => void,
 *   openDocker: () => Promise<{ start(engine: Engine): Promise<{ address: string, stop(): Promise<unknown> }> }>
 * }} parts
 * @returns a function that stops everything that was started.
 */
export async function startEngines({ environment, say, openDocker }) {
  const engines = enginesToStart(environment.TEST_ENGINES, environment);
  if (engines.length === 0) return async () => undefined;
  const names = engines.map(({ name }) => name).join(', ');
  let docker;
  try {
    docker = await openDocker();
  } catch (error) {
    say(`No Docker (${reasonOf(error)}): the suites of ${names} are skipped.`);
    return async () => undefined;
  }
  say(`Starting ${names} in containers; the first start downloads their images.`);
  const started = [];
  await Promise.all(
    engines.map(async (engine) => {
      try {
        const container = await docker.start(engine);
        started.push(container);
        await engine.settle?.(container.address);
        Object.assign(environment, engine.settings(container.address));
      } catch (error) {
        say(`${engine.name} did not start (${reasonOf(error)}): its suites are skipped.`);
      }
    }),
  );
  return async () => void (await Promise.allSettled(started.map((container) => container.stop())));
}

function reasonOf(error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}
