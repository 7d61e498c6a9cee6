import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';

const ENDPOINT = Symbol('Endpoint');

export function describedBy(endpoint: Endpoint): CustomDecorator<symbol> {
  return SetMetadata(ENDPOINT, endpoint);
}

/** Returns the contract of a controller's method, or of the route handler that Nest derives from it. */
export function endpointOf(handler: object): Endpoint {
  return Reflect.getMetadata(ENDPOINT, handler) as Endpoint;
}

/** Converts `{id}` of the contract to `:id` of the router. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
