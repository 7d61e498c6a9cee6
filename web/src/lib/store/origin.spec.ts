// @vitest-environment jsdom
// Aim: storage may contain anything; a stored way back leads to a page of ours with an action that we offer, or
// nowhere.
import { describe, expect, it } from 'vitest';
import { storeWayBack, storedWayBack } from './origin.js';
import type { Intent } from './prompt-slice.js';
import { writeStored } from '../../session/storage.js';

const HOME = { origin: '/', intent: null };
const store = (intent: unknown, origin = '/explore') =>
  writeStored('switchback.origin', { origin, intent, at: Date.now() });

describe('the return path', () => {
  it.each<Intent>([
    { driveId: 'a', mark: 'save' },
    { driveId: 'a', review: 'write' },
    { driveId: 'a', review: { liked: 'r1' } },
    { driveId: 'a', photo: { liked: 'p1' } },
    { driveId: 'a', dialog: 'suggest' },
  ])('restores the requested action: %j', (intent) => {
    storeWayBack('local', { origin: '/explore' }, intent);
    expect(storedWayBack('local')).toEqual({ origin: '/explore', intent });
  });

  it.each([
    { driveId: 'a', mark: 'other' },
    { driveId: 'a' },
    { mark: 'save' },
    { driveId: 'a', mark: { liked: 'r1' } },
    { driveId: 'a', mark: 'save', review: 'write' },
    'save',
    5,
    // Properties that every object inherits are not actions.
    ...['constructor', 'toString', 'hasOwnProperty', '__proto__'].map((kind) =>
      Object.fromEntries<unknown>([
        ['driveId', 'a'],
        [kind, 'save'],
      ]),
    ),
  ])('ignores unknown actions: %j', (intent) => {
    store(intent);
    expect(storedWayBack('local')).toEqual({ origin: '/explore', intent: null });
  });

  it.each(['https://other.example', '//other.example', '/\\other.example', 'explore'])(
    'leads to no external page: %s',
    (origin) => {
      store(null, origin);
      expect(storedWayBack('local')).toEqual(HOME);
    },
  );

  it.each([null, 5, 'text', { origin: '/explore', intent: null }, { origin: '/explore', intent: null, at: 1 }])(
    'leads home without a valid one: %j',
    (kept) => {
      writeStored('switchback.origin', kept);
      expect(storedWayBack('local')).toEqual(HOME);
    },
  );
});
