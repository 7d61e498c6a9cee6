// Aim: an answer that is late names a person's collection to that person only.
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { collectAsked } from '../../lib/store/marks-slice.js';
import { sessionEnded, sessionStarted } from '../../session/session-slice.js';
import { rememberSession } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { useOwnDispatch } from './use-own-dispatch.js';

function setUp() {
  rememberSession();
  const seen: ReturnType<typeof useOwnDispatch>[] = [];
  function Probe() {
    seen.push(useOwnDispatch());
    return null;
  }
  const { store } = renderApp(<Probe />);
  // From the first render, as a call that began then would use it.
  const answer = () => act(() => seen[0]!(collectAsked('a')));
  return { store, answer, shown: () => store.getState().marks.collecting };
}

it('passes an answer on to the person who asked for it', () => {
  const { answer, shown } = setUp();
  answer();
  expect(shown()).toBe('a');
});

it('drops an answer once the person is logged out, or another one is logged in', () => {
  const { store, answer, shown } = setUp();
  act(() => void store.dispatch(sessionEnded('left')));
  answer();
  expect(shown()).toBeNull();
  act(() => void store.dispatch(sessionStarted({ token: 't2', userId: 'u2' })));
  answer();
  expect(shown()).toBeNull();
});
