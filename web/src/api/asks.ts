import type { EndpointOf } from '@switchback/contracts/endpoints/all';
import type { RouteName } from '@switchback/contracts/routes';
import type { Call } from './base-query.js';

/** What the call of a route answers, without bringing its schema (and zod) into the bundle. */
export type Answer<Name extends RouteName> = EndpointOf<Name>['answer']['_output'];

type Ask<Arg> = (arg: Arg) => Omit<Call, 'route'>;

interface Asked<Arg, Kept> {
  query: (arg: Arg) => Call;
  transformResponse: (answer: unknown, meta: unknown, arg: Arg) => Kept;
}

/**
 * How an endpoint of the store makes a call of the contract, and what it keeps of the answer: an endpoint that takes it for
 * something else does not compile.
 */
export function asks<Name extends RouteName, Arg>(route: Name, ask: Ask<Arg>): Asked<Arg, Answer<Name>>;
export function asks<Name extends RouteName, Arg, Kept>(
  route: Name,
  ask: Ask<Arg>,
  keep: (answer: Answer<Name>, arg: Arg) => Kept,
): Asked<Arg, Kept>;
export function asks<Name extends RouteName, Arg>(
  route: Name,
  ask: Ask<Arg>,
  keep: (answer: Answer<Name>, arg: Arg) => unknown = (answer) => answer,
): Asked<Arg, unknown> {
  return {
    query: (arg) => ({ route, ...ask(arg) }),
    // The gateway answers by the same schema: what it does not name never leaves it.
    transformResponse: (answer, _meta, arg) => keep(answer as Answer<Name>, arg),
  };
}
