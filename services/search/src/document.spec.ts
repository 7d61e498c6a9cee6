// Aim: a drive is found by the audience in its event, whatever its privacy and status suggest.
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
  // An event of a release without audiences.
  expect(audienceOf({ privacy: 'public', status: 'approved' })).toEqual({ isPublic: true, viewers: [] });
  expect(audienceOf({ privacy: 'private', status: 'none' })).toEqual({
    isPublic: false,
    viewers: ['ann', 'hero:cora'],
  });
});
