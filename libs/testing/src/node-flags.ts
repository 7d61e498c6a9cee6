import { readFileSync } from 'node:fs';

const FLAGS = new URL('../../../deploy/image/node-flags.json', import.meta.url);
const ENVIRONMENT = new URL('../../../deploy/image/node-environment.json', import.meta.url);

/** Node's flags for the product (ADR 30): a process under test or measurement runs as in production. */
export const NODE_FLAGS = JSON.parse(readFileSync(FLAGS, 'utf8')) as readonly string[];

/** Node's environment for the product (ADR 47). */
export const NODE_ENVIRONMENT = JSON.parse(readFileSync(ENVIRONMENT, 'utf8')) as Readonly<Record<string, string>>;
