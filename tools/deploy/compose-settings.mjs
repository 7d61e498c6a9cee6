// The settings of docs/config.md in docker-compose.yml and .env.example: `npm run generated` writes both.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/setup.mjs';
import { addressSetting, between, readDescriptions } from './descriptions.mjs';

/** Settings that follow from the containers. docker-compose.yml or the image sets them; .env cannot. */
const BY_COMPOSE = [
  'LISTEN_HOST',
  'MANAGEMENT_PORT',
  'MANAGEMENT_HOST',
  'DATA_DIR',
  'NODE_ENV',
  'SETTINGS_OF',
  'MIGRATE_AT_START',
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'BACKUP_DIR',
  'KAFKA_BROKERS',
  'KAFKA_SSL',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_USERNAME',
  'KAFKA_PASSWORD',
  'ELASTICSEARCH_URL',
  'ELASTICSEARCH_PASSWORD',
  'ELASTICSEARCH_API_KEY',
  'ELASTICSEARCH_REPLICAS',
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'REDIS_URL',
];
/** Variables of docker-compose.yml that are not settings of the product, or mean something else there. */
const OF_COMPOSE = {
  BIND: 'The address on this machine that the product listens on; 0.0.0.0 for all. Set the six secrets below first: with BIND, no container starts without them. Unset: 127.0.0.1, this machine only.',
  PORT: 'The port on this machine that the product listens on. Unset: 8080.',
  POSTGRES_PASSWORD: 'The password of PostgreSQL.',
  ELASTIC_PASSWORD: 'The password of Elasticsearch.',
  REDIS_PASSWORD: 'The password of Redis.',
  S3_SECRET_KEY: 'The password of MinIO, at least 8 characters.',
  SERVICE_KEY: 'The secret with which the processes authenticate each other, at least 32 characters.',
  GRAFANA_PASSWORD: "The password of Grafana's admin account.",
  COMPOSE_PROFILES: 'Optional containers: observability. Unset: none.',
  SWITCHBACK_IMAGE: 'The name and tag of the image. Unset: switchback:0.1.0.',
  SWITCHBACK_TARGET:
    'The stage of the Dockerfile: processes, or image, which also contains the router that OSM_PBF needs. Unset: processes.',
  REVISION: 'The commit that the image built by `docker compose build` is labeled with.',
  CREATED: 'The time of that commit.',
  BACKUPS: 'A folder on this machine for backups of PostgreSQL, on a separate disk. Unset: the volume backups.',
  MAILPIT_PORT: 'The port on this machine for the mail catcher. Unset: 8025.',
  GRAFANA_PORT: 'The port on this machine for Grafana. Unset: 3000.',
  JAEGER_PORT: 'The port on this machine for traces. Unset: 16686.',
};

const ADDRESSES = readDescriptions().map(({ name }) => addressSetting(name));
const isByCompose = (name) => [...BY_COMPOSE, ...ADDRESSES].includes(name);

/**
 * Path → text, generated from the table of settings. @param {Record<string, {description: string, unset: string}>}
 * settings
 */
export function settingsTexts(settings) {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  return { 'docker-compose.yml': withSettings(compose, Object.keys(settings)), '.env.example': exampleOf(settings) };
}

/** Passes each setting that no other part of the file names to every process. */
function withSettings(text, names) {
  const without = between(text, 'the settings', '');
  const isNamed = (name) => new RegExp(`^ +${name}: `, 'm').test(without);
  const rest = names.filter((name) => !OF_COMPOSE[name] && !isByCompose(name) && !isNamed(name));
  return between(text, 'the settings', rest.map((name) => `  ${name}: \${${name}:-}\n`).join(''));
}

function exampleOf(settings) {
  const all = Object.entries(settings);
  const own = Object.entries(OF_COMPOSE).map(([name, text]) => `# ${text}\n#${name}=\n`);
  const free = all
    .filter(([name]) => !OF_COMPOSE[name] && !isByCompose(name))
    .map(([name, { description, unset }]) => `# ${description} Unset: ${unset}.\n#${name}=\n`);
  const fixed = all.filter(([name]) => isByCompose(name)).map(([name]) => `#   ${name}\n`);
  return `# Settings for docker compose: copy this file to .env and remove the # before a name to set it. Made by npm run generated.
# Put values in single quotes: NAME='p@ss/w:rd#%$'. Inside them, every character except the quote is literal.

# --- The containers ---

${own.join('\n')}
# --- The product: docs/config.md ---

${free.join('\n')}
# --- Set by docker-compose.yml or the image. To change one, use a docker-compose.override.yml. ---
#
${fixed.join('')}`;
}
