// Aim: a drive with straight lines is submitted only after one question, and one that follows roads without any.
import { renderHook, act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useChords } from './use-chords.js';

function open(hasChords: boolean) {
  const state = { submitted: 0 };
  const submit = () => {
    state.submitted += 1;
    return Promise.resolve();
  };
  const { result } = renderHook(() => useChords(hasChords, submit));
  const ask = () => act(() => result.current.ask());
  return { state, result, ask };
}

it('asks nothing about a drive without straight lines', async () => {
  const { state, result, ask } = open(false);
  await ask();
  expect([state.submitted, result.current.isOpen]).toEqual([1, false]);
});

it('submits after the answer, and does not ask twice', async () => {
  const { state, result, ask } = open(true);
  await ask();
  expect([state.submitted, result.current.isOpen]).toEqual([0, true]);
  act(() => result.current.onSubmit());
  expect([state.submitted, result.current.isOpen]).toEqual([1, false]);
  await ask();
  expect(state.submitted).toBe(2);
});

it('lets the person keep editing, and asks again for the next drive', async () => {
  const { state, result, ask } = open(true);
  await ask();
  act(() => result.current.onKeep());
  expect([state.submitted, result.current.isOpen]).toEqual([0, false]);
  await ask();
  expect(state.submitted).toBe(1);
  act(() => result.current.reset());
  await ask();
  expect([state.submitted, result.current.isOpen]).toEqual([1, true]);
});
