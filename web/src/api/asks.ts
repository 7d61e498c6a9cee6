import type { EndpointOf } from '@switchback/contracts/endpoints/all';
import type { RouteName } from '@switchback/contracts/routes';
import type { baseQuery, Call } from './base-query.js';
import type { CallError } from './error.js';

/** Response type of a route, without bundling its schema (and zod). */
export type Answer<Name extends RouteName> = EndpointOf<Name>['answer']['_output'];

/** Parameters of a call, without its route. */
type Ask<Name extends RouteName> = Omit<Call<Name>, 'route'>;

/** A route, or a function that derives it from the argument. */
type Route<Name extends RouteName, Arg> = Name | ((arg: Arg) => Name);

interface Asked<Arg, Kept> {
  query: (arg: Arg) => Call;
  transformResponse: (answer: unknown, meta: unknown, arg: Arg) => Kept;
}

/**
 * Builds an endpoint of the store from a call of the contract and a function that picks the part of the response to
 * store. An endpoint that sends parameters the call does not accept, or reads the response as another type, does not
 * compile.
 */
export function asks<Name extends RouteName, Arg>(
  route: Route<Name, Arg>,
  ask: (arg: Arg) => Ask<Name>,
): Asked<Arg, Answer<Name>>;
export function asks<Name extends RouteName, Arg, Kept>(
  route: Route<Name, Arg>,
  ask: (arg: Arg) => Ask<Name>,
  keep: (answer: Answer<Name>, arg: Arg) => Kept,
): Asked<Arg, Kept>;
export function asks<Name extends RouteName, Arg>(
  route: Route<Name, Arg>,
  ask: (arg: Arg) => Ask<Name>,
  keep: (answer: Answer<Name>, arg: Arg) => unknown = (answer) => answer,
): Asked<Arg, unknown> {
  return {
    query: (arg) => ({ route: typeof route === 'function' ? route(arg) : route, ...ask(arg) }) as Call,
    // The gateway validates responses with the same schema, so no other fields arrive.
    transformResponse: (answer, _meta, arg) => keep(answer as Answer<Name>, arg),
  };
}

/** Makes one call for endpoints that need several: `make` is the store's base query. */
export async function answerTo<Name extends RouteName>(
  make: (call: Call) => ReturnType<typeof baseQuery>,
  route: Name,
  ask: Ask<Name>,
) {
  const answered = await make({ route, ...ask } as Call);
  return answered as { data: Answer<Name>; error?: never } | { data?: never; error: CallError };
}
