// Aim: if a provider handles cards, its page is a document of its own, and the pending action survives the reload.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { upgradeAsked, upgraded } from '../../lib/store/prompt-slice.js';
import { createStore, useAppDispatch } from '../../lib/store/store.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import CardBorder from './CardBorder.js';

const INTENT = { review: 'write', driveId: 'd1' } as const;
let api: FakeApi;
let reload: ReturnType<typeof vi.fn>;
let original: Location;
let entries: { mockRestore: () => void };

beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  reload = vi.fn();
});
afterEach(() => {
  vi.stubGlobal('location', original);
  entries.mockRestore();
  sessionStorage.clear();
  api.server.close();
});

/** Simulates a document loaded at `loadedAt` whose user has since navigated to `at`. */
function arrive({ provider, loadedAt, at }: { provider: 'sandbox' | 'chargebee'; loadedAt: string; at: string }): void {
  api.billing.settings = { ...api.billing.settings, provider };
  original = location;
  vi.stubGlobal('location', Object.assign(new URL(at, original.href), { reload }));
  const loaded = { name: new URL(loadedAt, original.href).href } as PerformanceEntry;
  entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([loaded]);
  renderApp(
    <Routes>
      <Route path="/explore" element={<Wanting />} />
      <Route element={<CardBorder />}>
        <Route path="/manage-subscription" element={<Paying />} />
      </Route>
    </Routes>,
    at,
  );
}

function Wanting() {
  return <p>Explore</p>;
}

function Paying() {
  const dispatch = useAppDispatch();
  return (
    <>
      <button onClick={() => dispatch(upgradeAsked(INTENT))}>Want</button>
      <Link
        to="/explore"
        onClick={() => {
          dispatch(upgraded());
          Object.assign(location, { pathname: '/explore' });
        }}
      >
        Back
      </Link>
    </>
  );
}

describe('the isolation of the checkout page', () => {
  it('reloads the page on entry, before anything of the provider is loaded', async () => {
    arrive({ provider: 'chargebee', loadedAt: '/explore', at: '/manage-subscription' });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('Want')).toBeNull();
  });

  it('reloads the page on exit, and completes the requested action', async () => {
    arrive({ provider: 'chargebee', loadedAt: '/manage-subscription', at: '/manage-subscription' });
    await userEvent.click(await screen.findByText('Want'));
    expect(reload).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('Back'));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(createStore().getState().prompt).toEqual({ open: null, intent: INTENT, wanted: null });
    expect(createStore().getState().prompt.intent).toBeNull();
  });

  it('does not apply to the sandbox, which is part of the product', async () => {
    arrive({ provider: 'sandbox', loadedAt: '/explore', at: '/manage-subscription' });
    await userEvent.click(await screen.findByText('Back'));
    expect(await screen.findByText('Explore')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });
});
