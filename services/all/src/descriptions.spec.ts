// Aim: a service fails here if its code uses a peer or an engine that its service.json does not name. Otherwise compose
// and the chart would start it without an address, without settings, and behind a network policy that blocks it.
import { describe, expect, it } from '@jest/globals';
import { Closers } from '@switchback/platform/process/closers';
import { describedHost } from '@switchback/platform/process/described';
import type { Host } from '@switchback/platform/process/host';
import { peersOf } from '@switchback/platform/process/peers';
import { loadSettings } from '@switchback/platform/config/settings';
import { systemClock } from '@switchback/platform/clock';
import { type ServiceName, SERVICES } from '@switchback/platform/services';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { services } from './services.js';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));
/** Patterns in a service's code that reveal the use of an engine. */
const SIGNS = [
  ['postgres', /\bschema: \w+|openIndex\(/],
  ['kafka', /\w+Topic\b|@OnEvents\(/],
  ['s3', /\bStorageModule\b/],
  ['redis', /\b(Jobs|Limits)Module\b/],
] as const;
const names = Object.keys(SERVICES) as ServiceName[];

/** Returns a service's code, without its specs. */
function codeOf(name: ServiceName): string {
  const paths = globSync(`${name}/src/**/*.ts`, { cwd: FOLDER }).filter((path) => !/\.(spec|fixture)\.ts$/.test(path));
  return paths.map((path) => readFileSync(`${FOLDER}/${path}`, 'utf8')).join('\n');
}

describe('the description of a service', () => {
  it.each(names)('names exactly the services that it calls: %s', (name) => {
    const called = [...codeOf(name).matchAll(/\b(?:peer<\w+>\(|providePeer\(\w+, )'(\w+)'/g)].map((match) => match[1]);
    expect([...new Set(called)].sort()).toEqual([...SERVICES[name].calls].sort());
    // `peer` and `providePeer` are the only ways to reach a service.
    const others = new RegExp(`\\b(${names.join('|').toUpperCase()})_ADDRESS\\b|connectGrpc`, 'g');
    expect(codeOf(name).match(others)).toBeNull();
  });

  it.each(names)('names the engines that it uses: %s', (name) => {
    const code = codeOf(name);
    const requests = SIGNS.flatMap(([engine, sign]) => (sign.test(code) ? [engine] : []));
    const engines: readonly string[] = SERVICES[name].engines;
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter((engine) => !engines.includes(engine))).toEqual([]);
    expect(services[name].name).toBe(name);
  });
});

describe('a process', () => {
  it('rejects a call and an engine that its description does not name', async () => {
    // Aim: a use that the scan above misses fails the start of the process, in a single process too, with an error that
    // names the file to change.
    const host = { settings: loadSettings({}), clock: systemClock, closers: new Closers() };
    const peer = peersOf(host, new Map())('drives');
    await expect(peer('users', services.users.definition)).rejects.toThrow('services/drives/service.json');
    const engines = { limits: async () => 'limits', storage: async () => 'storage' } as unknown as Host;
    const described = describedHost(engines, 'search');
    await expect(described.storage()).rejects.toThrow('services/search/service.json');
    expect(await describedHost(engines, 'auth').limits()).toBe('limits');
  });
});
