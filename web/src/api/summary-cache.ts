import type { Bounds } from '@switchback/geo/location';
import { boundsIntersect } from '@switchback/geo/bounds';
import type { DriveCardData, SearchAnswer } from './types.js';

/** Maximum number of summaries in the cache: a browser tab holds them in memory. */
export const CACHE_MAX = 1_000;
/** Maximum number of hashes per search: two batches' worth. More would cost more than a batch can save. */
export const HAVE_MAX = 50;

/**
 * Caches drive summaries by the hash that the server gave them. A search sends the hashes it holds, and the server
 * returns those drives as `{id}` alone. Evicts the least recently used ones first.
 */
export class SummaryCache {
  private readonly byHash = new Map<string, DriveCardData>();
  private withPath = true;

  /**
   * Returns the cached drives that the response may contain, most recently used first: those in the box, if there is
   * one. A drive has different hashes with and without its line, so only those of the requested kind can save data.
   * Requesting lines after a search without lines empties the cache.
   */
  worthSending(bounds: Bounds | null, withPath: boolean): ReadonlyMap<string, DriveCardData> {
    if (withPath && !this.withPath) this.byHash.clear();
    this.withPath = withPath;
    const held = new Map<string, DriveCardData>();
    for (const [hash, drive] of [...this.byHash].reverse()) {
      if (held.size >= HAVE_MAX) break;
      if ((drive.overviewPath !== undefined) !== withPath) continue;
      if (bounds === null || boundsIntersect(drive.bounds, bounds)) held.set(hash, drive);
    }
    return held;
  }

  /**
   * Returns the drives of a response, completing those that came as `{id}` from the drives cached when it was
   * requested.
   */
  complete(answer: SearchAnswer, held: ReadonlyMap<string, DriveCardData>): DriveCardData[] {
    return answer.drives.map((drive, index) => {
      const hash = answer.hashes[index] ?? '';
      const whole = 'title' in drive ? (drive as DriveCardData) : held.get(hash);
      if (whole === undefined) throw new Error(`The response omits drive ${drive.id}, which is not cached.`);
      this.put(hash, whole);
      return whole;
    });
  }

  clear(): void {
    this.byHash.clear();
  }

  get size(): number {
    return this.byHash.size;
  }

  private put(hash: string, drive: DriveCardData): void {
    this.byHash.delete(hash);
    this.byHash.set(hash, drive);
    if (this.byHash.size > CACHE_MAX) this.byHash.delete(this.byHash.keys().next().value ?? '');
  }
}
