// Aim: an endpoint of the store that sends parameters its call does not accept, or reads the response as another type,
// does not compile.
import { expect, it } from 'vitest';
import { type Answer, asks } from './asks.js';
import type { Call } from './base-query.js';

type Drives = Answer<'autocompleteDrives'>['results'];
type Places = Answer<'autocompletePlaces'>['results'];

/** The stored type without a transform. */
const whole = (answer: unknown) => asks('driveStats', () => ({})).transformResponse(answer, undefined, undefined);
type Stored = ReturnType<typeof whole>;

/** Checked by the compiler: a verdict that contradicts its type does not compile. */
const VERDICTS: {
  drivesAsDrives: Drives extends Drives ? 'taken' : 'refused';
  drivesAsPlaces: Drives extends Places ? 'taken' : 'refused';
  userAsUsers: Answer<'user'> extends { users: unknown } ? 'taken' : 'refused';
  wholeAsNonsense: Stored extends { nonsense: number } ? 'taken' : 'refused';
  withItsId: { route: 'user'; params: { id: string } } extends Call<'user'> ? 'taken' : 'refused';
  withAnotherParam: { route: 'user'; params: { userId: string } } extends Call<'user'> ? 'taken' : 'refused';
  withoutText: { route: 'autocompleteDrives'; query: { limit: number } } extends Call ? 'taken' : 'refused';
  withoutBody: { route: 'contact' } extends Call ? 'taken' : 'refused';
  bodyOfAnother: { route: 'driveSummaries'; body: { ids: number[] } } extends Call ? 'taken' : 'refused';
} = {
  drivesAsDrives: 'taken',
  drivesAsPlaces: 'refused',
  userAsUsers: 'refused',
  wholeAsNonsense: 'refused',
  withItsId: 'taken',
  withAnotherParam: 'refused',
  withoutText: 'refused',
  withoutBody: 'refused',
  bodyOfAnother: 'refused',
};

it('names the route, and selects the requested fields of the response', () => {
  const call = asks(
    'autocompleteDrives',
    (text: string) => ({ query: { text } }),
    ({ results }) => results.map(({ type }) => type),
  );
  expect(call.query('blue')).toEqual({ route: 'autocompleteDrives', query: { text: 'blue' } });
  const answer: Answer<'autocompleteDrives'> = {
    results: [
      {
        type: 'drive',
        label: 'Blue Ridge Parkway',
        value: 'd1',
        relevance: 1,
        exact: false,
        states: [],
        distance: 1,
        approximate: false,
      },
    ],
  };
  expect(call.transformResponse(answer, undefined, 'blue')).toEqual(['drive']);
  expect(VERDICTS.drivesAsPlaces).toBe('refused');
});

it('keeps the whole response if no fields are requested', () => {
  expect(whole({ count: 1 })).toEqual({ count: 1 });
});
