// Aim: a driver hears whole sentences, in their units, and a sound where no sentence is needed.
import type { Cue } from '@switchback/geo/guide/guide-line';
import type { Said } from '@switchback/geo/guide/guide-state';
import { expect, it } from 'vitest';
import { sentenceOf } from './sentences.js';

const turn = (text: string): Cue => ({
  kind: 'turn',
  along: 0,
  maneuver: { type: 'turn', along: 0, road: '', exit: null, text },
});
const LEFT = turn('Turn left onto Mill Road.');
const cue = (spoken: Cue, level: 'far' | 'near' | 'now', awayMeters: number, then: Cue | null = null): Said => ({
  kind: 'cue',
  cue: spoken,
  level,
  awayMeters,
  then,
});

it.each<[Said, string | null]>([
  [cue(LEFT, 'far', 805), 'In half a mile, turn left onto Mill Road.'],
  [cue(LEFT, 'near', 120), 'In 400 feet, turn left onto Mill Road.'],
  [cue(LEFT, 'now', 20), 'Turn left onto Mill Road.'],
  [cue(LEFT, 'far', 402, turn('Turn right.')), 'In a quarter mile, turn left onto Mill Road, then turn right.'],
  [
    cue({ kind: 'hairpins', along: 0, count: 12, lengthMeters: 4_830 }, 'far', 402),
    'In a quarter mile, 12 hairpins in the next 3 miles.',
  ],
  [cue({ kind: 'stop', along: 0, name: 'Mill', index: 0 }, 'far', 1_609), 'In 1 mile, you reach Mill.'],
  [{ kind: 'off', awayMeters: 60 }, 'You are off the drive. The line is 200 feet away.'],
  [{ kind: 'back' }, null],
  [{ kind: 'missed', index: 0, name: 'Mill' }, 'You missed Mill.'],
  [{ kind: 'arrived' }, 'You have arrived.'],
])('%j', (speech, sentence) => {
  expect(sentenceOf(speech, 'miles')).toBe(sentence);
});

it('speaks of kilometers', () => {
  expect(sentenceOf(cue(LEFT, 'far', 480), 'kilometers')).toBe('In 500 meters, turn left onto Mill Road.');
});
