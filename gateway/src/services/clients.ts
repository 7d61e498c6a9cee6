import type { RpcOf } from '@switchback/platform/nest/rpc-controller';
import type { DEFINITIONS } from './definitions.js';

/** Injection token of {@link Clients}. */
export const CLIENTS = Symbol('Clients');

/** RPC clients of the services behind the gateway. */
export type Clients = { [Name in keyof typeof DEFINITIONS]: RpcOf<(typeof DEFINITIONS)[Name]> };
