import type { AnyMethod, Call } from '@switchback/platform/rpc/call';
import type { OpenGateway } from './open-gateway.js';

/** A request that a service received. */
export interface Asked {
  method: string;
  request: unknown;
  caller: Call['caller'];
}

/**
 * Records every call between the gateway and its services, except session checks.
 *
 * @param change applied to each answer of a service.
 */
export function watchServices(
  { auth, users, drives, search }: Pick<OpenGateway, 'auth' | 'users' | 'drives' | 'search'>,
  change: (answer: unknown) => unknown = (answer) => answer,
): Asked[] {
  const requests: Asked[] = [];
  for (const service of [auth, users, drives, search] as unknown as Record<string, unknown>[])
    for (const [method, answer] of Object.entries(service)) {
      if (typeof answer !== 'function' || method === 'checkSession') continue;
      service[method] = async (...args: Parameters<AnyMethod>) => {
        const [request, { caller }] = args;
        requests.push({ method, request, caller });
        return change(await (answer as AnyMethod).apply(service, args));
      };
    }
  return requests;
}
