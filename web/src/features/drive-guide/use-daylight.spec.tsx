// Aim: the guide is dark at night by the sun at the place, whatever the device's own colors are, and the page afterwards
// looks as before.
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render.js';
import { isDark, useDaylight } from './use-daylight.js';

const ALPS = { lat: 46.6, lng: 8.4 };
const NIGHT = Date.parse('2026-06-21T00:00:00Z');
const NOON = Date.parse('2026-06-21T11:00:00Z');

it.each([
  ['at noon', NOON, ALPS, false],
  ['at night', NIGHT, ALPS, true],
  ['a quarter of an hour after sunset', Date.parse('2026-06-21T19:40:00Z'), ALPS, false],
  ['at midnight in the north in summer', NIGHT, { lat: 69.6, lng: 18.9 }, false],
  ['at noon there in winter', Date.parse('2026-12-21T11:00:00Z'), { lat: 74, lng: 18.9 }, true],
])('%s it is dark or not', (_when, at, place, dark) => {
  expect(isDark(at, place)).toBe(dark);
});

function View({ at }: { at: number }) {
  return <p>{useDaylight(at, ALPS)}</p>;
}

function Page() {
  const [at, setAt] = useState<number | null>(null);
  return (
    <>
      <button onClick={() => setAt(NIGHT)}>night</button>
      <button onClick={() => setAt(NOON)}>noon</button>
      <button onClick={() => setAt(null)}>end</button>
      {at !== null && <View at={at} />}
    </>
  );
}

it('changes the colors of the page while the guide shows', async () => {
  renderApp(<Page />, '/');
  const scheme = () => document.documentElement.dataset['mantineColorScheme'];
  const before = scheme();
  for (const [name, shown] of [
    ['night', 'dark'],
    ['noon', 'light'],
  ] as const) {
    screen.getByRole('button', { name }).click();
    expect(await screen.findByText(shown)).toBeVisible();
    expect(scheme()).toBe(shown);
  }
  screen.getByRole('button', { name: 'end' }).click();
  await expect.poll(scheme).toBe(before);
});
