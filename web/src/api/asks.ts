import type { EndpointOf } from '@switchback/contracts/endpoints/all';
import type { RouteName } from '@switchback/contracts/routes';
import type { baseQuery, Call } from './base-query.js';
import type { CallError } from './error.js';

/** What the call of a route answers, without bringing its schema (and zod) into the bundle. */
export type Answer<Name extends RouteName> = EndpointOf<Name>['answer']['_output'];

/** What a call is made with beside its route. */
type Ask<Name extends RouteName> = Omit<Call<Name>, 'route'>;

/** A route, or how it follows from the argument. */
type Route<Name extends RouteName, Arg> = Name | ((arg: Arg) => Name);

interface Asked<Arg, Kept> {
  query: (arg: Arg) => Call;
  transformResponse: (answer: unknown, meta: unknown, arg: Arg) => Kept;
}

/**
 * How an endpoint of the store makes a call of the contract, and what it keeps of the answer: an endpoint that asks for
 * something the call does not take, or takes the answer for something else, does not compile.
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
    // The gateway answers by the same schema: what it does not name never leaves it.
    transformResponse: (answer, _meta, arg) => keep(answer as Answer<Name>, arg),
  };
}

/** The answer to a call for endpoints that do more than make one call: `make` is what the store hands them. */
export async function answerTo<Name extends RouteName>(
  make: (call: Call) => ReturnType<typeof baseQuery>,
  route: Name,
  ask: Ask<Name>,
) {
  const answered = await make({ route, ...ask } as Call);
  return answered as { data: Answer<Name>; error?: never } | { data?: never; error: CallError };
}
