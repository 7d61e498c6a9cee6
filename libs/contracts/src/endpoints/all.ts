import { type RouteName, ROUTES } from '../routes.js';
import type { Endpoint } from './endpoint.js';
import { EXPORTS } from './exports.js';

type Exported = (typeof EXPORTS)[keyof typeof EXPORTS];

/** The endpoint of a route, with its schemas. */
export type EndpointOf<Name extends RouteName> = Extract<Exported, { name: Name; answer: unknown }>;

/** Compile-time check: the routes without an endpoint. */
type Undescribed = { [Name in RouteName]: [EndpointOf<Name>] extends [never] ? Name : never }[RouteName];
const NONE: [Undescribed] extends [never] ? true : Undescribed = true;

const DESCRIBED = Object.values<unknown>(EXPORTS).filter(isEndpoint);

/** Every call of the browser boundary, in route order. */
export const ENDPOINTS: readonly Endpoint[] =
  NONE && Object.keys(ROUTES).flatMap((route) => DESCRIBED.filter(({ name }) => name === route));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'name' in value && 'answer' in value && 'path' in value;
}
