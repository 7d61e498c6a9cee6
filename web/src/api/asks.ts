import type { EndpointOf } from '@switchback/contracts/endpoints/all';
import type { RouteName } from '@switchback/contracts/routes';
import type { Call } from './base-query.js';

/** What the call of a route answers, without bringing its schema (and zod) into the bundle. */
export type Answer<Name extends RouteName> = EndpointOf<Name>['answer']['_output'];

/** The answer as it is, where nobody says what of it is wanted. */
const whole = <Name extends RouteName>(answer: Answer<Name>): Answer<Name> => answer;

/**
 * How an endpoint of the store makes a call of the contract, and what it keeps of the answer: an endpoint that takes it for
 * something else does not compile.
 */
export function asks<Name extends RouteName, Arg, Kept = Answer<Name>>(
  route: Name,
  ask: (arg: Arg) => Omit<Call, 'route'>,
  keep: (answer: Answer<Name>, arg: Arg) => Kept = whole as (answer: Answer<Name>) => Kept,
) {
  return {
    query: (arg: Arg): Call => ({ route, ...ask(arg) }),
    // The gateway answers by the same schema: what it does not name never leaves it.
    transformResponse: (answer: unknown, _meta: unknown, arg: Arg) => keep(answer as Answer<Name>, arg),
  };
}
