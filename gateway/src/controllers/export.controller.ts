import { Controller, Inject, StreamableFile } from '@nestjs/common';
import { EXPORT_TYPE, exportAccount } from '@switchback/contracts/endpoints/users';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { Answers, type InputOf } from '../contract/answers.js';
import { OPEN_STORAGE } from '../http/tokens.js';
import { CLIENTS, type Clients } from '../services/clients.js';

const LOOK_MS = 300;
/** Maximum wait. Browsers and proxies time out after half a minute. */
const WAIT_MS_MAX = 20_000;
const RETRY_SECONDS = 5;

/** Export of a person's data. */
@Controller()
export class ExportController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OPEN_STORAGE) private readonly storage: () => Promise<Storage>,
  ) {}

  @Answers(exportAccount)
  async export({ call }: InputOf<typeof exportAccount>) {
    const storage = await this.storage();
    const { body, size: length } = await storage.get(await this.#exportedKey(call)).catch(askAgain);
    return new StreamableFile(body, { type: EXPORT_TYPE, disposition: 'attachment; filename="my-data.zip"', length });
  }

  /**
   * Returns the key of the completed export.
   * @throws ProductError `unavailable` if it takes longer; the export continues, and a later request gets it.
   */
  async #exportedKey(call: Call): Promise<string> {
    const { clients, clock } = this;
    const { id } = await clients.users.requestExport({}, call);
    for (const startMs = clock.monotonicMs(); clock.monotonicMs() - startMs < WAIT_MS_MAX;) {
      const { key } = await clients.users.getExport({ id }, call);
      if (key !== '') return key;
      await clock.sleep(LOOK_MS);
    }
    throw notYet();
  }
}

/** Handles an export that expired at this very moment. */
function askAgain(error: unknown): never {
  throw isStorageError(error, 'not-found') ? notYet() : error;
}

function notYet(): ProductError {
  return new ProductError('unavailable', {
    message: 'Your export is not ready yet. Please try again in a moment.',
    additional: { retryAfterSeconds: RETRY_SECONDS },
  });
}
