// Aim: an endpoint of the store that takes an answer for something else than its call answers does not compile.
import { expect, it } from 'vitest';
import { type Answer, asks } from './asks.js';

type Drives = Answer<'autocompleteDrives'>['results'];
type Places = Answer<'autocompletePlaces'>['results'];

/** What is kept where nothing is named. */
const whole = (answer: unknown) => asks('driveStats', () => ({})).transformResponse(answer, undefined, undefined);
type Kept = ReturnType<typeof whole>;

/** Checked by the compiler: a type that says otherwise than its value does not compile. */
const VERDICTS: {
  drivesAsDrives: Drives extends Drives ? 'taken' : 'refused';
  drivesAsPlaces: Drives extends Places ? 'taken' : 'refused';
  userAsUsers: Answer<'user'> extends { users: unknown } ? 'taken' : 'refused';
  wholeAsNonsense: Kept extends { nonsense: number } ? 'taken' : 'refused';
} = { drivesAsDrives: 'taken', drivesAsPlaces: 'refused', userAsUsers: 'refused', wholeAsNonsense: 'refused' };

it('names the route, and keeps what is asked for of the answer', () => {
  const call = asks(
    'autocompleteDrives',
    (text: string) => ({ query: { text } }),
    ({ results }) => results.map(({ type }) => type),
  );
  expect(call.query('blue')).toEqual({ route: 'autocompleteDrives', query: { text: 'blue' } });
  const answer: Answer<'autocompleteDrives'> = {
    results: [{ type: 'drive', label: 'Blue Ridge Parkway', value: 'd1', relevance: 1, exact: false }],
  };
  expect(call.transformResponse(answer, undefined, 'blue')).toEqual(['drive']);
  expect(VERDICTS.drivesAsPlaces).toBe('refused');
});

it('keeps the whole answer where nothing of it is named', () => {
  expect(whole({ count: 1 })).toEqual({ count: 1 });
});
