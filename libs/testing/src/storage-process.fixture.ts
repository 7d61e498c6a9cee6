import { writeSync } from 'node:fs';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { openStorage } from '@switchback/platform/storage/open-storage';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';

const CHUNK = Buffer.alloc(65_536, 'x');
const MEGABYTE = 1_048_576;
const CONTENT_TYPE = 'application/octet-stream';

/** Prints synchronously rather than through a stream, so that a line is never lost in a crash. */
const say = (line: string) => writeSync(1, `${line}\n`);

async function* bytes(total: number, onChunk: () => void = () => undefined): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < total; sent += CHUNK.length) {
    onChunk();
    yield CHUNK;
  }
}

/** Puts a part of a file, prints `half`, and stalls. */
async function stall(storage: Storage, key: string, megabytes: number): Promise<void> {
  async function* source() {
    yield* bytes(megabytes * MEGABYTE);
    say('half');
    setInterval(() => undefined, 1_000);
    await new Promise(() => undefined);
  }
  await storage.put(key, source(), { contentType: CONTENT_TYPE, maxBytes: 1_000 * MEGABYTE });
}

/** Puts and reads a large file and prints its peak memory growth in bytes. */
async function stream(storage: Storage, key: string, megabytes: number): Promise<void> {
  const options = { contentType: CONTENT_TYPE, maxBytes: megabytes * MEGABYTE };
  const copy = async (total: number) => {
    await storage.put(key, bytes(total, measure), options);
    let read = 0;
    for await (const chunk of (await storage.get(key)).body) {
      read += (chunk as Buffer).length;
      measure();
    }
    if (read !== total) throw new Error(`Read ${read} of ${total} bytes.`);
  };
  let most = 0;
  const measure = () => (most = Math.max(most, process.memoryUsage.rss()));
  // Baseline of code and buffers.
  await copy(16 * MEGABYTE);
  const base = process.memoryUsage.rss();
  most = base;
  await copy(megabytes * MEGABYTE);
  say(String(most - base));
}

/** Prints why a put failed. */
async function fail(storage: Storage, key: string, megabytes: number): Promise<void> {
  const options = { contentType: CONTENT_TYPE, maxBytes: 1_000 * MEGABYTE };
  await storage.put(key, bytes(megabytes * MEGABYTE), options).catch((error: unknown) => {
    say(isStorageError(error, 'full') ? 'full' : String(error));
  });
}

const logError = (error: unknown) => writeSync(2, `${String(error)}\n`);
const [, , command = '', key = '', megabytes = ''] = process.argv;
const storage = await openStorage(loadSettings(process.env), { clock: systemClock, onError: logError });
const commands: Record<string, typeof stall> = { stall, stream, fail };
await commands[command]?.(storage, key, Number(megabytes));
await storage.close();
