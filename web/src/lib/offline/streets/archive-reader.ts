/** The server has another archive than the one of the address. */
export class ArchiveChanged extends Error {}

export interface ArchiveReader {
  address: string;
  /** Reads bytes over the network; fewer at the end of the archive. */
  read: (offset: number, length: number, signal: AbortSignal) => Promise<ArrayBuffer>;
}

interface Ports {
  fetch?: typeof fetch;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const TIMEOUT_MS = 20_000;
const ATTEMPTS = 4;
const BACKOFF_MS = 2_000;
const WAIT_MAX_MS = 60_000;
/** Answers after which the same request may succeed. */
const PASSING = new Set([429, 502, 503, 504]);

/** Reads ranges of an archive, and none of a later one at the same address. */
export function archiveReader(address: string, { fetch: load = fetch, wait = pause }: Ports = {}): ArchiveReader {
  const version = new URL(address).searchParams.get('v');
  return {
    address,
    read: async (offset, length, signal) => {
      const headers = { range: `bytes=${offset}-${offset + length - 1}` };
      for (let attempt = 1; ; attempt += 1) {
        const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
        // The device stores the bytes itself, so the browser's cache must not store them again.
        const answer = await load(address, { headers, signal: within, cache: 'no-store' });
        if (PASSING.has(answer.status) && attempt < ATTEMPTS) {
          const seconds = Number(answer.headers.get('retry-after') ?? 0);
          await wait(Math.min(WAIT_MAX_MS, Math.max(seconds * 1_000, BACKOFF_MS * attempt)), signal);
          continue;
        }
        const tag = answer.headers.get('etag')?.replace(/^W\//, '').replaceAll('"', '');
        if (version !== null && tag !== undefined && tag !== version) throw new ArchiveChanged(address);
        if (answer.status !== 206) throw new Error(`The street tiles answered ${answer.status}.`);
        return answer.arrayBuffer();
      }
    },
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
