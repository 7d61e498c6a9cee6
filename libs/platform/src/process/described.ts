import { type ServiceName, SERVICES } from '../services.js';
import type { Host } from './host.js';

/** What a service asks its host for → the engine that may stand behind it, as its `service.json` names it. */
const ENGINES = { database: 'postgres', bus: 'kafka', storage: 's3', jobs: 'redis', limits: 'redis' } as const;

/**
 * A host of which a service gets the engines its `service.json` names, and no other: compose and the chart give its
 * process the settings and the network of those only. Jobs show why: a service with jobs that is not given Redis would
 * keep them in PostgreSQL, where nobody looks for them.
 */
export function describedHost<Given extends Host>(host: Given, name: ServiceName): Given {
  const uses: readonly string[] = SERVICES[name].engines;
  const refused = Object.entries(ENGINES)
    .filter(([, engine]) => !uses.includes(engine))
    .map(([part, engine]) => [
      part,
      () => Promise.reject(notDescribed(name, `the engine "${engine}" for its ${part}`)),
    ]);
  return { ...host, ...(Object.fromEntries(refused) as Partial<Host>) };
}

/** @throws Error when the service may not call the other one. */
export function requireDescribedCall(caller: ServiceName, called: ServiceName): void {
  const calls: readonly string[] = SERVICES[caller].calls;
  if (!calls.includes(called)) throw notDescribed(caller, `the service "${called}"`);
}

function notDescribed(name: ServiceName, what: string): Error {
  return new Error(`services/${name}/service.json does not name ${what}: add it, and run npm run generated.`);
}
