import { ProductError } from '@switchback/platform/errors';
import type { Rpc } from '@switchback/platform/rpc/call';

/** A client of a service that no process holds: every call is refused as one of a part that is away. */
export function unreached<Service>(): Rpc<Service> {
  const refuse = () => Promise.reject(new ProductError('unavailable'));
  return new Proxy({}, { get: () => refuse }) as Rpc<Service>;
}
