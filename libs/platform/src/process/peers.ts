import { addressesOf } from '../config/address-settings.js';
import type { Rpc, ServiceDefinition } from '../rpc/call.js';
import { IdentityKeys } from '../rpc/identity.js';
import { bindInProcess } from '../rpc/in-process.js';
import type { ServiceName } from '../services.js';
import { requireDescribedCall } from './described.js';
import type { Host } from './host.js';
import { serviceKeys } from './service-keys.js';

const TIMEOUT_MS = 2_000;

/**
 * Returns a client of another service, the same one each time: in-process if the service runs here, else over gRPC at
 * the address in the settings. Rejects if the caller's `service.json` does not list the service among its `calls`.
 */
export type Peer = <Contract>(name: ServiceName, definition: ServiceDefinition) => Promise<Rpc<Contract>>;

/**
 * Connects the services of a process to other services, on first use.
 *
 * @param implementations of the services in this process by full name, some of them still starting.
 */
export function peersOf(
  { settings, clock, closers }: Pick<Host, 'settings' | 'clock' | 'closers'>,
  implementations: ReadonlyMap<string, Promise<object>>,
): (caller: ServiceName) => Peer {
  const connected: (() => void)[] = [];
  // Registered before the services: a client that a service requests late must not close before that service.
  closers.add(async () => connected.forEach((close) => close()));
  const connect = async (caller: ServiceName, name: ServiceName, definition: ServiceDefinition): Promise<unknown> => {
    requireDescribedCall(caller, name);
    const here = implementations.get(definition.fullName);
    if (here) {
      const options = { timeoutMs: TIMEOUT_MS, roundTrip: settings.NODE_ENV !== 'production' };
      return bindInProcess(definition, (await here) as Rpc<unknown>, options);
    }
    const { connectGrpc } = await import('../rpc/grpc/client.js');
    const keys = new IdentityKeys(serviceKeys(settings), clock);
    const addresses = addressesOf(settings, name);
    const { client, close } = connectGrpc(definition, { addresses, keys, timeoutMs: TIMEOUT_MS });
    connected.push(close);
    return client;
  };
  return (caller) => {
    const clients = new Map<ServiceName, Promise<unknown>>();
    return <Contract>(name: ServiceName, definition: ServiceDefinition) => {
      const client = clients.get(name) ?? connect(caller, name, definition);
      clients.set(name, client);
      return client as Promise<Rpc<Contract>>;
    };
  };
}
