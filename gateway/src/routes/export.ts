import { EXPORT_TYPE, exportAccount } from '@switchback/contracts/endpoints/users';
import { ProductError } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import { isStorageError } from '@switchback/platform/storage/storage';
import type { GatewayParts } from '../gateway-parts.js';
import { type Route, route, StreamAnswer } from './route.js';

const LOOK_MS = 300;
/** Browsers and what stands between wait for half a minute. */
const WAIT_MS_MAX = 20_000;
const RETRY_SECONDS = 5;

type Parts = Pick<GatewayParts, 'clients' | 'clock' | 'storage'>;

/** What is kept of a person, to take along. */
export function exportRoutes(parts: Parts): Route[] {
  return [
    route(exportAccount, async ({ call }) => {
      const storage = await parts.storage();
      const file = await storage.get(await exportedKey(parts, call)).catch(askAgain);
      return new StreamAnswer('my-data.zip', EXPORT_TYPE, file);
    }),
  ];
}

/**
 * The key of the export once it is whole.
 * @throws ProductError `unavailable` when it takes longer: it goes on being made, and whoever asks again gets it.
 */
async function exportedKey({ clients: { users }, clock }: Parts, call: Call): Promise<string> {
  const { id } = await users.requestExport({}, call);
  for (const startMs = clock.monotonicMs(); clock.monotonicMs() - startMs < WAIT_MS_MAX;) {
    const { key } = await users.getExport({ id }, call);
    if (key !== '') return key;
    await clock.sleep(LOOK_MS);
  }
  throw notYet();
}

/** One that was kept for long enough went at this very moment. */
function askAgain(error: unknown): never {
  throw isStorageError(error, 'not-found') ? notYet() : error;
}

function notYet(): ProductError {
  return new ProductError('unavailable', {
    message: 'Your data is still being gathered. Please ask again in a moment.',
    additional: { retryAfterSeconds: RETRY_SECONDS },
  });
}
