import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { Providers } from '../app/Providers.js';
import { createStore } from '../lib/store.js';

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{decodeURIComponent(pathname + search)}</output>;
}

/** Renders a part of the app with its own store and router; the address is shown as the text of `address`. */
export function renderApp(element: ReactElement, at = '/') {
  const store = createStore();
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
