const MEGABYTE = 2 ** 20;
const BUFFERS_MIN_MB = 128;
/** The working set of searches among a million drives. */
const BUFFERS_MAX_MB = 4_096;
/** The manual advises a quarter on a dedicated machine; here the product runs next to the server. */
const BUFFERS_SHARE = 1 / 6;
const CACHE_SHARE = 1 / 2;

/**
 * Returns the settings for the memory in which the server caches data. The server allocates its buffers page by page as
 * data is read: a small catalogue costs no more on a large machine than on a small one.
 *
 * @param bytes memory shared by all processes.
 */
export function memorySettings(bytes: number): string[] {
  const megabytes = bytes / MEGABYTE;
  const buffers = Math.floor(Math.min(BUFFERS_MAX_MB, Math.max(BUFFERS_MIN_MB, megabytes * BUFFERS_SHARE)));
  const cache = Math.floor(Math.max(buffers, megabytes * CACHE_SHARE));
  return [`shared_buffers=${buffers}MB`, `effective_cache_size=${cache}MB`];
}

/** Returns the memory available to a process and its children: the machine's memory or the container's limit. */
export function memoryBytes(machineBytes: number, containerBytes: number): number {
  return containerBytes > 0 ? Math.min(machineBytes, containerBytes) : machineBytes;
}
