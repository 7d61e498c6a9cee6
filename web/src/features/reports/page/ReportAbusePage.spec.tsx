// Aim: the page of reports leads home by its own button, with nothing sent.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render.js';
import ReportAbusePage from './ReportAbusePage.js';

it('closes to the home page', async () => {
  const { address } = renderApp(<ReportAbusePage />, '/report-abuse');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/');
});
