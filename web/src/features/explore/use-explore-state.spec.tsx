import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { type Update, useExploreState } from './use-explore-state.js';

afterEach(() => globalThis.history.replaceState(null, '', '/'));

// Aim: a map that comes to rest after a click on a link does not bring its page back while the next one loads.
it('updates the address only while it is the address of the page', () => {
  globalThis.history.replaceState(null, '', '/explore?view=map');
  const { result } = renderHook(() => useExploreState(), { wrapper: BrowserRouter });
  const update: Update = (patch) => act(() => result.current[1](patch));
  update({ stars: 4 });
  update({ stars: 5 });
  expect(globalThis.location.search).toBe('?view=map&stars=5');
  globalThis.history.pushState(null, '', '/manage-subscription');
  update({ stars: 3 });
  expect(globalThis.location.pathname).toBe('/manage-subscription');
});
