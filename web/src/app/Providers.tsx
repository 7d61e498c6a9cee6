import { setupListeners } from '@reduxjs/toolkit/query';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { Provider } from 'react-redux';
import type { AppStore } from '../lib/store.js';
import { styleNonce } from '../lib/style-nonce.js';
import { SessionKeeper } from './SessionKeeper.js';
import { theme } from './theme.js';

const nonce = styleNonce();
// What locks the page's scrolling behind a modal writes a style of its own.
if (nonce !== undefined) setNonce(nonce);

interface Props {
  store: AppStore;
  children: ReactNode;
  /** Mantine leaves out transitions and portals' timing in specs. */
  env?: 'default' | 'test';
}

export function Providers({ store, children, env = 'default' }: Props) {
  // Tells the store of a lost and a regained connection.
  useEffect(() => setupListeners(store.dispatch), [store]);
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        env={env}
        {...(nonce !== undefined && { getStyleNonce: () => nonce })}
      >
        <SessionKeeper />
        {children}
      </MantineProvider>
    </Provider>
  );
}
