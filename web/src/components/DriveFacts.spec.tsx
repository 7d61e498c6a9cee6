// Aim: a reader can tell which tags the author chose and which the map shows, and for how much of the drive these hold.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { driveDetails } from '../testing/drives.js';
import { renderApp } from '../testing/render.js';
import { Tags } from './DriveFacts.js';

it('shows the tags of the map apart from the author’s', () => {
  const tags = [
    { category: 'feature', name: 'tunnel', source: 'author' },
    { category: 'environment', name: 'coast', source: 'map', meters: 8_047 },
    { category: 'environment', name: 'forest', source: 'map', meters: 9_978 },
  ] as const;
  renderApp(<Tags drive={driveDetails({ id: 'a', distance: 16_093, tags: [...tags] })} />);
  const textsOf = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(textsOf('Tags')).toEqual(['Tunnel']);
  expect(textsOf('From the map')).toEqual(['5 mi along the coast', '62% in forest']);
});

it('shows no list without tags', () => {
  renderApp(<Tags drive={driveDetails({ id: 'a', tags: [] })} />);
  expect(screen.queryByRole('list')).toBeNull();
});
