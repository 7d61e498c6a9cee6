import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { AppStore } from '../lib/store.js';
import { SessionKeeper } from './SessionKeeper.js';
import { cssVariables, theme } from './theme.js';

interface Props {
  store: AppStore;
  children: ReactNode;
  /** Mantine leaves out transitions and portals' timing in specs. */
  env?: 'default' | 'test';
}

export function Providers({ store, children, env = 'default' }: Props) {
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" env={env}>
        <SessionKeeper />
        {children}
      </MantineProvider>
    </Provider>
  );
}
