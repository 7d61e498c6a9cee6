// Aim: a drive is found by those whom its event names, whatever its privacy and status seem to say.
import { expect, it } from '@jest/globals';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { changeOf } from './document.js';
import { catalogue } from './index/catalogue.fixture.js';

const seed = runSeed();

it(`takes the audience from the event (SEED=${seed})`, () => {
  const [event] = catalogue(1, seed, seededRandom(seed));
  const saved = { ...event!.saved!, ownerId: 'ann', sharedWith: ['cora'] };
  const audienceOf = (access: object, audience?: { isPublic: boolean; viewers: string[] }) => {
    const summary = { ...saved.summary!, ...access };
    const { isPublic, viewers } = changeOf({ ...event!, saved: { ...saved, summary, audience } }).document!;
    return { isPublic, viewers };
  };
  const moderated = { isPublic: false, viewers: ['ann', 'hero:ben'] };
  expect(audienceOf({ privacy: 'public', status: 'approved' }, moderated)).toEqual(moderated);
  // Of a release that sent none.
  expect(audienceOf({ privacy: 'public', status: 'approved' })).toEqual({ isPublic: true, viewers: [] });
  expect(audienceOf({ privacy: 'private', status: 'none' })).toEqual({
    isPublic: false,
    viewers: ['ann', 'hero:cora'],
  });
});
