// Aim: the head of a range says in words what it lets through.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render.js';
import { StepRange } from './StepRange.js';

it.each<[[number, number], string]>([
  [[0, 10], 'any'],
  [[0, 4], 'Up to stop 4'],
  [[3, 10], 'stop 3 to stop 10'],
  [[4, 4], 'stop 4'],
])('%j: %s', (value, head) => {
  const ignore = () => undefined;
  const text = (position: number) => `stop ${position}`;
  const range = { label: 'Curves', last: 10, apart: 0, value, text, onChange: ignore, onChangeEnd: ignore };
  renderApp(<StepRange help={undefined} {...range} />, '/explore');
  expect(screen.getByRole('group', { name: 'Curves' }).textContent).toBe(`Curves${head}`);
});
