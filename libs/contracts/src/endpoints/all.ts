import { type RouteName, ROUTES } from '../routes.js';
import * as auth from './auth.js';
import * as authoring from './authoring.js';
import * as billing from './billing.js';
import * as contact from './contact.js';
import * as directions from './directions.js';
import * as drives from './drives.js';
import type { Endpoint } from './endpoint.js';
import * as media from './media.js';
import * as moderation from './moderation.js';
import * as notices from './notices.js';
import * as places from './places.js';
import * as product from './product.js';
import * as reports from './reports.js';
import * as reviews from './reviews.js';
import * as search from './search.js';
import * as secretLinks from './secret-links.js';
import * as sharing from './sharing.js';
import * as users from './users.js';

const EXPORTS = {
  ...{ ...auth, ...authoring, ...billing, ...contact, ...directions, ...drives, ...media, ...moderation },
  ...{ ...notices, ...places, ...product, ...reports, ...reviews, ...search, ...secretLinks, ...sharing, ...users },
};

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
