import { type ServiceName, SERVICES } from '../services.js';
import type { Host } from './host.js';

/** Resources of a host → the engine that may implement each, as named in `service.json`. */
const ENGINES = { database: 'postgres', bus: 'kafka', storage: 's3', jobs: 'redis', limits: 'redis' } as const;

/**
 * Restricts a service's host to the engines named in its `service.json`: compose and the chart give its process the
 * settings and the network of only those. Otherwise a service that has jobs but no access to Redis, for example, would
 * store them in PostgreSQL, where no worker looks for them.
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

/** @throws Error if the caller is not allowed to call that service. */
export function requireDescribedCall(caller: ServiceName, called: ServiceName): void {
  const calls: readonly string[] = SERVICES[caller].calls;
  if (!calls.includes(called)) throw notDescribed(caller, `the service "${called}"`);
}

function notDescribed(name: ServiceName, what: string): Error {
  return new Error(`services/${name}/service.json does not name ${what}: add it, and run npm run generated.`);
}
