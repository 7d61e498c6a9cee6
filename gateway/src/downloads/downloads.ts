import { finished } from 'node:stream';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';

/** Concurrent downloads of one caller, and of all callers of this process, which bounds their memory. */
const PER_CALLER_MAX = 3;
const ALL_MAX = 16;
/** A reader that takes longer loses the rest, and its place: enough for the largest file at 70 kB a second. */
const READ_MS_MAX = 10 * 60_000;
const RETRY_SECONDS = 5;

/** Bounds the concurrent downloads of lines. A download counts until its last byte is sent or its reader leaves. */
@Injectable()
export class Downloads {
  readonly #running = new Map<string, number>();
  #all = 0;

  /**
   * Makes a file and streams it.
   * @param address of a visitor, who has no other name.
   * @throws ProductError `tooManyRequests` if the caller has too many downloads, `unavailable` if all have; the error of
   * `make`
   */
  async start(
    { caller, signal }: Pick<Call, 'caller' | 'signal'>,
    address: string,
    make: () => Promise<StreamableFile>,
  ): Promise<StreamableFile> {
    const leave = this.#enter(caller?.userId ?? address);
    try {
      const file = await make();
      const stream = file.getStream();
      const end = () => void stream.destroy();
      const timer = setTimeout(end, READ_MS_MAX).unref();
      finished(stream, { writable: false }, () => {
        clearTimeout(timer);
        leave();
      });
      signal?.addEventListener('abort', end, { once: true });
      if (signal?.aborted) end();
      return file;
    } catch (error) {
      leave();
      throw error;
    }
  }

  #enter(key: string): () => void {
    const own = this.#running.get(key) ?? 0;
    if (own >= PER_CALLER_MAX) throw refusal('tooManyRequests', 'Your other downloads are not complete yet.');
    if (this.#all >= ALL_MAX) throw refusal('unavailable', 'Many files are being downloaded right now.');
    this.#running.set(key, own + 1);
    this.#all += 1;
    return () => {
      const left = this.#running.get(key)! - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
      this.#all -= 1;
    };
  }
}

function refusal(error: 'tooManyRequests' | 'unavailable', reason: string): ProductError {
  const message = `${reason} Please try again in a moment.`;
  return new ProductError(error, { message, additional: { retryAfterSeconds: RETRY_SECONDS } });
}
