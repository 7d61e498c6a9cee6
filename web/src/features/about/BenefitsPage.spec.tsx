import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render.js';
import BenefitsPage from './BenefitsPage.js';

// Aim: the page lists every promised benefit.
it.each([
  'Planning trips and sharing planned trips (Spring 2023)',
  'Directions and navigation on web and mobile',
  'Ad-free web and mobile apps',
  'Exclusive deals and offers',
])('lists %s', (benefit) => {
  renderApp(<BenefitsPage />, '/account-benefits');
  expect(screen.getByRole('rowheader', { name: benefit })).toBeVisible();
});

// Aim: only benefits that exist are ticked; the others say that they come soon.
it.each([
  ['Planning trips and sharing planned trips (Spring 2023)', 'Included'],
  ['Exclusive deals and offers', 'Soon'],
  ['Tracking completed drives', 'Included'],
])('marks %s as %s', (benefit, mark) => {
  renderApp(<BenefitsPage />, '/account-benefits');
  const row = screen.getByRole('row', { name: new RegExp(benefit.replace(/[()]/g, '.')) });
  expect(within(row).getAllByRole('cell').at(-1)).toHaveTextContent(mark);
});

// Aim: a link that names an account type marks its column; staff accounts map to the Hero column.
it.each([
  ['free', 'Free'],
  ['hero', 'Hero'],
  ['admin', 'Hero'],
  ['unheard-of', null],
])('marks the column of %s', (type, column) => {
  renderApp(<BenefitsPage />, `/account-benefits?type=${type}`);
  const marked = screen.getAllByRole('columnheader').filter((header) => header.dataset['marked'] === 'true');
  expect(marked.map(({ textContent }) => textContent)).toEqual(column === null ? [] : [column]);
});
