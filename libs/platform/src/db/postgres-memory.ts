const MEGABYTE = 2 ** 20;
const BUFFERS_MIN_MB = 128;
/** What searches look at among a million drives. */
const BUFFERS_MAX_MB = 4_096;
/** The manual advises a quarter on a machine of its own; here the product lives beside the server. */
const BUFFERS_SHARE = 1 / 6;
const CACHE_SHARE = 1 / 2;

/**
 * How much memory the server may hold data in, as its settings. It takes its buffers page by page as data is read: a small
 * catalogue costs as little on a large machine as on a small one.
 *
 * @param bytes that there are for all.
 */
export function memorySettings(bytes: number): string[] {
  const megabytes = bytes / MEGABYTE;
  const buffers = Math.floor(Math.min(BUFFERS_MAX_MB, Math.max(BUFFERS_MIN_MB, megabytes * BUFFERS_SHARE)));
  const cache = Math.floor(Math.max(buffers, megabytes * CACHE_SHARE));
  return [`shared_buffers=${buffers}MB`, `effective_cache_size=${cache}MB`];
}

/** What a process and its children may use: the machine's memory, or what a container has of it. */
export function memoryBytes(machineBytes: number, containerBytes: number): number {
  return containerBytes > 0 ? Math.min(machineBytes, containerBytes) : machineBytes;
}
