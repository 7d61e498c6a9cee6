import type { FactoryProvider } from '@nestjs/common';
import type { ServiceHost } from '../process/service.js';
import type { ServiceDefinition } from '../rpc/call.js';
import type { ServiceName } from '../services.js';
import { HOST } from './tokens.js';

/** Provides a client of another service, see {@link LazyPeer}. The caller's `service.json` must list it in `calls`. */
export function providePeer(token: symbol, name: ServiceName, definition: ServiceDefinition): FactoryProvider {
  const useFactory =
    ({ peer }: ServiceHost) =>
    () =>
      peer(name, definition);
  return { provide: token, inject: [HOST], useFactory };
}
