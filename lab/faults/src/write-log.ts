import { draftOf } from './drafts.js';

/** A write that the product acknowledged. */
export interface Acknowledged {
  id: string;
  rev: number;
  edit: number;
  contentHash: string;
}

interface Entry {
  acknowledged: Acknowledged | null;
  /** Edits sent since then and not answered: each may or may not have been stored. */
  open: number[];
  edits: number;
}

/** The client's log of edits sent and acknowledged for each drive. Each drive has at most one write in flight. */
export class WriteLog {
  readonly #entries = new Map<string, Entry>();
  acknowledgedCount = 0;
  unansweredCount = 0;

  /** @returns the number of the edit to send. */
  start(key: string): number {
    const entry = this.#entries.get(key) ?? { acknowledged: null, open: [], edits: 0 };
    this.#entries.set(key, entry);
    entry.edits += 1;
    entry.open.push(entry.edits);
    this.unansweredCount += 1;
    return entry.edits;
  }

  /** @throws Error if the revision does not follow from the edits sent. */
  acknowledge(key: string, edit: number, { id, rev, contentHash }: Omit<Acknowledged, 'edit'>): void {
    const entry = this.#entries.get(key)!;
    const before = entry.acknowledged;
    const least = (before?.rev ?? 0) + 1;
    const most = least + entry.open.filter((other) => other < edit).length;
    if (rev < least || rev > most) throw new Error(`${key} became revision ${rev}, not ${least} to ${most}.`);
    if (before && before.id !== id) throw new Error(`${key} changed its id from ${before.id} to ${id}.`);
    entry.acknowledged = { id, rev, edit, contentHash };
    entry.open = entry.open.filter((other) => other > edit);
    this.acknowledgedCount += 1;
    this.unansweredCount -= 1;
  }

  /**
   * Describes the fault of a drive as stored in the database; `stored` is null if it is not there. Returns null if
   * there is no fault.
   */
  faultOf(key: string, stored: { id: string; rev: number; contentHash: string } | null): string | null {
    const { acknowledged, open } = this.#entries.get(key)!;
    if (!stored) return acknowledged ? `${key} was acknowledged as revision ${acknowledged.rev} and is lost` : null;
    const rev = acknowledged?.rev ?? 0;
    if (acknowledged && stored.id !== acknowledged.id) return `${key} is not the drive that was acknowledged`;
    if (stored.rev < rev) return `${key} is back at revision ${stored.rev}, ${rev} was acknowledged`;
    if (stored.rev === rev)
      return stored.contentHash === acknowledged?.contentHash ? null : `${key} has other content than acknowledged`;
    if (stored.rev > rev + open.length) return `${key} is at revision ${stored.rev}, more than was ever sent`;
    return open.some((edit) => draftOf(key, edit).contentHash === stored.contentHash)
      ? null
      : `${key} has content that was not sent since`;
  }

  /** Returns the edit with this content, or null. */
  editOf(key: string, contentHash: string): number | null {
    const { acknowledged, open } = this.#entries.get(key)!;
    if (acknowledged?.contentHash === contentHash) return acknowledged.edit;
    return open.find((edit) => draftOf(key, edit).contentHash === contentHash) ?? null;
  }

  keys(): string[] {
    return [...this.#entries.keys()];
  }
}
