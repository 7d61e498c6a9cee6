import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render.js';
import { lazyComponent } from './lazy-component.js';

/** A part whose code fails to load this many times. */
function page(failures: number) {
  let calls = 0;
  const Panel = lazyComponent(async () => {
    calls += 1;
    if (calls <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return Promise.resolve({ default: () => <p>the drive</p> });
  });
  renderApp(
    <>
      <p>the map</p>
      <Suspense fallback="loading">
        <Panel />
      </Suspense>
    </>,
  );
}

// Aim: a short failure is not noticed.
it('retries by itself', async () => {
  page(2);
  expect(await screen.findByText('the drive')).toBeVisible();
});

// Aim: without a connection the rest of the page stays, and the part loads on request.
it('offers a retry for a chunk that could not be loaded', async () => {
  page(3);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert')).toHaveTextContent('No connection');
  expect(screen.getByText('the map')).toBeVisible();
  await userEvent.click(again);
  expect(await screen.findByText('the drive')).toBeVisible();
});

// Aim: the part reloads by itself once the connection is back.
it('loads the chunk when the connection is back', async () => {
  page(3);
  await screen.findByRole('button', { name: 'Try again' });
  // The page may add its listener a moment after the button appears.
  await waitFor(() => {
    dispatchEvent(new Event('online'));
    expect(screen.getByText('the drive')).toBeVisible();
  });
});
