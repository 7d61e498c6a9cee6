import { addressesOf } from '@switchback/platform/config/address-settings';
import type { Host } from '@switchback/platform/process/host';
import { serviceKeys } from '@switchback/platform/process/service-keys';
import { Breaker } from '@switchback/platform/rpc/breaker';
import type { Rpc, ServiceDefinition } from '@switchback/platform/rpc/call';
import { connectGrpc } from '@switchback/platform/rpc/grpc/client';
import { IdentityKeys } from '@switchback/platform/rpc/identity';
import { GATEWAY } from '@switchback/platform/services';
import { watchBreakers } from '@switchback/platform/process/figures';
import type { Clients } from './clients.js';
import { DEFINITIONS } from './definitions.js';

const TIMEOUT_MS = 2_000;
/** Startup time to wait for the services; if one is missing, the gateway starts without it. */
const PATIENCE_MS = 10_000;

/** Connects clients to the services at their configured addresses, each behind its own circuit breaker. */
export async function connectServices(host: Host): Promise<Clients> {
  const { settings, clock, metrics } = host;
  const keys = new IdentityKeys(serviceKeys(settings), clock);
  const dependencies = GATEWAY.calls.map((name) => ({ name, breaker: new Breaker(metrics.askedCalls(name)) }));
  watchBreakers(metrics, () => Object.fromEntries(dependencies.map(({ name, breaker }) => [name, breaker.state])));
  const clients = dependencies.map(async ({ name, breaker }) => {
    const dependency = { definition: DEFINITIONS[name], addresses: addressesOf(settings, name), keys };
    return [name, breaker.guard(await connect(host, dependency))] as const;
  });
  return Object.fromEntries(await Promise.all(clients)) as unknown as Clients;
}

interface Dependency {
  definition: ServiceDefinition;
  addresses: readonly string[];
  keys: IdentityKeys;
}

async function connect<Service>({ closers, logger }: Host, dependency: Dependency): Promise<Rpc<Service>> {
  const { definition, ...options } = dependency;
  const { client, isReached, close } = connectGrpc<Service>(definition, { ...options, timeoutMs: TIMEOUT_MS });
  closers.add(() => Promise.resolve(close()));
  if (!(await isReached(PATIENCE_MS))) {
    const line = { service: definition.fullName, addresses: dependency.addresses };
    logger.error(line, 'A service is unreachable: its calls return 503 until it is available.');
  }
  return client;
}
