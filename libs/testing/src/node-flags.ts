import { readFileSync } from 'node:fs';

const FILE = new URL('../../../deploy/image/node-flags.json', import.meta.url);

/** What Node is told when it runs the product (ADR 30): a process under test or under measurement is run as people run it. */
export const NODE_FLAGS = JSON.parse(readFileSync(FILE, 'utf8')) as readonly string[];
