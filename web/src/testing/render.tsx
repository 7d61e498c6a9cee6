import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { type InitialEntry, MemoryRouter, useLocation } from 'react-router';
import { Providers } from '../app/Providers.js';
import { type AppStore, createStore } from '../lib/store/store.js';

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{decodeURIComponent(pathname + search)}</output>;
}

/**
 * Renders a part of the app with its own store and router; the address is shown as the text of `address`.
 * @param at the address, with a state of its history entry if needed
 * @param before runs before the first render
 */
export function renderApp(
  element: ReactElement,
  at: InitialEntry = '/',
  before: (store: AppStore) => void = () => undefined,
) {
  const store = createStore();
  before(store);
  const view = render(
    <Providers store={store} env="test">
      <MemoryRouter initialEntries={[at]}>
        {element}
        <Address />
      </MemoryRouter>
    </Providers>,
  );
  return { ...view, store, address: () => view.getByTestId('address').textContent ?? '' };
}
