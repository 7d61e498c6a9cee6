import { setupListeners } from '@reduxjs/toolkit/query';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { Provider } from 'react-redux';
import type { AppStore } from '../lib/store/store.js';
import { styleNonce } from '../lib/page/style-nonce.js';
import { SessionSync } from './SessionSync.js';
import { theme } from './theme.js';

const nonce = styleNonce();
// The library that locks scrolling behind a modal writes its own style element.
if (nonce !== undefined) setNonce(nonce);

interface Props {
  store: AppStore;
  children: ReactNode;
  /** In specs, Mantine skips transitions and the timing of portals. */
  env?: 'default' | 'test';
}

export function Providers({ store, children, env = 'default' }: Props) {
  // Notifies the store when the connection is lost or regained.
  useEffect(() => setupListeners(store.dispatch), [store]);
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        env={env}
        {...(nonce !== undefined && { getStyleNonce: () => nonce })}
      >
        <SessionSync />
        {children}
      </MantineProvider>
    </Provider>
  );
}
