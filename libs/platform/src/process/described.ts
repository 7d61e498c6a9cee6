import { type ServiceName, SERVICES } from '../services.js';
import type { Host } from './host.js';
import type { Engine } from './known-engines.js';

/** Resources of a host → the engine that may implement each, as named in `service.json`. */
const ENGINES = { database: 'postgres', bus: 'kafka', storage: 's3', jobs: 'redis', limits: 'redis' } as const;

/**
 * Restricts a service's host to the engines named in its `service.json`: compose and the chart give its process the
 * settings and the network of only those. Otherwise a service that has jobs but no access to Redis, for example, would
 * store them in PostgreSQL, where no worker looks for them.
 */
export function describedHost<Given extends Host>(host: Given, name: ServiceName): Given {
  const refused = Object.entries(ENGINES)
    .filter(([, engine]) => !usesEngine(name, engine))
    .map(([part, engine]) => [
      part,
      () => Promise.reject(notDescribed(name, `the engine "${engine}" for its ${part}`)),
    ]);
  return { ...host, ...(Object.fromEntries(refused) as Partial<Host>) };
}

/** Whether a service's `service.json` names an engine. */
export function usesEngine(name: ServiceName, engine: Engine): boolean {
  const uses: readonly Engine[] = SERVICES[name].engines;
  return uses.includes(engine);
}

/** @throws Error if the caller is not allowed to call that service. */
export function requireDescribedCall(caller: ServiceName, called: ServiceName): void {
  const calls: readonly string[] = SERVICES[caller].calls;
  if (!calls.includes(called)) throw notDescribed(caller, `the service "${called}"`);
}

function notDescribed(name: ServiceName, what: string): Error {
  return new Error(`services/${name}/service.json does not name ${what}: add it, and run npm run generated.`);
}
