import { readFileSync } from 'node:fs';

const FLAGS = new URL('../../../deploy/image/node-flags.json', import.meta.url);
const ENVIRONMENT = new URL('../../../deploy/image/node-environment.json', import.meta.url);

/** What Node is told when it runs the product (ADR 30): a process under test or under measurement is run as people run it. */
export const NODE_FLAGS = JSON.parse(readFileSync(FLAGS, 'utf8')) as readonly string[];

/** The environment Node runs the product in (ADR 47). */
export const NODE_ENVIRONMENT = JSON.parse(readFileSync(ENVIRONMENT, 'utf8')) as Readonly<Record<string, string>>;
