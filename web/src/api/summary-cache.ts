import type { Bounds } from '@switchback/geo/location';
import { boundsIntersect } from '@switchback/geo/bounds';
import type { DriveCardData, SearchAnswer } from './types.js';

/** Summaries kept for later searches; a browser tab holds them, so there are few. */
export const CACHE_MAX = 1_000;
/** Hashes sent with one search: two batches' worth. More would cost more than a batch can save. */
export const HAVE_MAX = 50;

/**
 * Drive summaries by the hash that the server gave them. A search tells which it holds, and the server sends those as
 * `{id}` alone. The least recently used go first.
 */
export class SummaryCache {
  private readonly byHash = new Map<string, DriveCardData>();
  private withPath = true;

  /**
   * Held drives the answer may contain, the latest used first: those in the box, if there is one. Ones with a line and
   * ones without have different hashes, so only those of the kind that is asked for can spare anything. Asking with
   * lines after having asked without empties the cache.
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

  /** The drives of an answer, whole, with those that came as `{id}` taken from what was held when asking. */
  complete(answer: SearchAnswer, held: ReadonlyMap<string, DriveCardData>): DriveCardData[] {
    return answer.drives.map((drive, index) => {
      const hash = answer.hashes[index] ?? '';
      const whole = 'title' in drive ? (drive as DriveCardData) : held.get(hash);
      if (whole === undefined) throw new Error(`The answer leaves out drive ${drive.id}, which is not held.`);
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
