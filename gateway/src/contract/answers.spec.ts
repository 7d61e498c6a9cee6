// Aim: a handler that drifts from its contract does not compile, and every contract call has exactly one handler.
import { describe, expect, it } from '@jest/globals';
import { contact } from '@switchback/contracts/endpoints/contact';
import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import { placeDetails } from '@switchback/contracts/endpoints/places';
import { health } from '@switchback/contracts/endpoints/product';
import { ROUTES } from '@switchback/contracts/routes';
import { GatewayModule } from '../gateway.module.js';
import { Answers, type InputOf, type Handler } from './answers.js';
import { endpointOf } from '../http/endpoint-of.js';

/** Reports whether the decorator of a call accepts a method. */
type Takes<E, Method> =
  E extends Endpoint<infer P, infer Q, infer B, infer A>
    ? Method extends Handler<P, Q, B, A>
      ? 'taken'
      : 'refused'
    : never;

type Health = typeof health;
type Contact = typeof contact;
type Place = typeof placeDetails;

/** Compile-time check: a type that contradicts its value does not compile. */
const VERDICTS: {
  fits: Takes<Health, (input: InputOf<Health>) => { status: 'ok' }>;
  fitsLater: Takes<Contact, (input: InputOf<Contact>) => Promise<{ title: string; details: string }>>;
  asksLess: Takes<Place, (asked: Pick<InputOf<Place>, 'params'>) => never>;
  otherAnswer: Takes<Health, () => { status: number }>;
  missingMember: Takes<Contact, () => Promise<{ title: string }>>;
  otherParams: Takes<Place, (input: { params: { id: string } }) => never>;
  otherCall: Takes<Place, (input: InputOf<Contact>) => never>;
} = {
  fits: 'taken',
  fitsLater: 'taken',
  asksLess: 'taken',
  otherAnswer: 'refused',
  missingMember: 'refused',
  otherParams: 'refused',
  otherCall: 'refused',
};

class ProbeController {
  @Answers(health)
  health(): { status: 'ok' } {
    return { status: 'ok' };
  }
}

const handlersOf = ({ prototype }: { prototype: object }) =>
  Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) => endpointOf(value as object) ?? []);

describe('the controllers', () => {
  it('implement every call of the contract, each once', () => {
    const controllers = Reflect.getMetadata('controllers', GatewayModule) as { prototype: object }[];
    const bound = controllers.flatMap(handlersOf).map(({ name }) => name);
    expect(bound.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  it('are described only by the contract', () => {
    expect(handlersOf(ProbeController)).toEqual([health]);
  });

  it('do not compile if they differ from it', () => {
    expect(Object.values(VERDICTS)).toContain('refused');
  });
});
