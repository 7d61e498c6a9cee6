import { QueryStatus } from '@reduxjs/toolkit/query';
import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect } from 'vitest';
import { api } from '../api/api.js';
import type { AppStore } from '../lib/store/store.js';
import type { FakeApi } from './server.js';

/** Holds the responses to GETs of a path until they are released. */
export class HeldCalls {
  /** Calls that arrived. */
  count = 0;
  private open: () => void = () => undefined;

  constructor(fake: FakeApi, path: string) {
    const opened = new Promise<void>((resolve) => (this.open = resolve));
    fake.server.use(
      // Without a response of its own, the next handler responds.
      http.get(path, async () => {
        this.count += 1;
        await opened;
      }),
    );
  }

  /** Releases the responses, and waits until the app has them all. */
  async release(store: AppStore): Promise<void> {
    this.open();
    await waitFor(() => {
      const { queries } = store.getState()[api.reducerPath];
      expect(Object.values(queries).filter((query) => query?.status === QueryStatus.pending)).toEqual([]);
    });
  }
}
