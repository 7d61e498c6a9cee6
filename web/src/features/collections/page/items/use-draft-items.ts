import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection, CollectionItem } from '@switchback/contracts/resources/collection';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Fields of a collection that this folder changes. */
export interface PlanForm {
  items?: CollectionItem[];
  start?: string | null;
  days?: number | null;
}

/** Changes that the server has not stored yet. */
export interface Draft {
  /** Revision of the collection that they apply to. */
  rev: number;
  isBusy: boolean;
  /** Being saved. */
  sent: PlanForm | null;
  /** Made meanwhile; sent once the former is saved. */
  queued: PlanForm | null;
  /** Number of saves that failed so far. */
  failures: number;
}

/** Returns the draft after a change: sent immediately, unless a save is running. */
export function withChange(draft: Draft, form: PlanForm): Draft {
  return draft.sent === null && !draft.isBusy
    ? { ...draft, sent: form }
    : { ...draft, queued: { ...draft.queued, ...form } };
}

/**
 * Returns the draft once the collection or `isBusy` has changed. A new revision with what was sent confirms the save, and
 * sends the queued changes. Any other outcome is a failed save, or a change made elsewhere: it discards the draft, so
 * that the collection shows as it is stored.
 */
export function settled(draft: Draft, collection: Collection, isBusy: boolean): Draft {
  const { sent, queued, failures } = draft;
  const next: Draft = { rev: collection._rev, isBusy, sent: queued, queued: null, failures };
  const discarded: Draft = { ...next, sent: null, failures: failures + 1 };
  if (collection._rev !== draft.rev) return sent === null || isStored(collection, sent) ? next : discarded;
  if (draft.isBusy && !isBusy) return sent === null ? next : discarded;
  return draft.isBusy === isBusy ? draft : { ...draft, isBusy };
}

function isStored(collection: Collection, { items, start, days }: PlanForm): boolean {
  if (start !== undefined && start !== collection.start) return false;
  if (days !== undefined && days !== collection.days) return false;
  if (items === undefined) return true;
  const stored = collection.items;
  return (
    items.length === stored.length &&
    items.every(({ driveId, day }, index) => stored[index]?.driveId === driveId && stored[index].day === day)
  );
}

interface Options {
  collection: Collection;
  /** A save is running, or the collection is being read again. */
  isBusy: boolean;
  onChange: (form: CollectionForm) => void;
}

/** Shows changes of a collection's items and days while they are saved, one save at a time. */
export function useDraftItems({ collection, isBusy, onChange }: Options) {
  const [draft, setDraft] = useState<Draft>({
    rev: collection._rev,
    isBusy,
    sent: null,
    queued: null,
    failures: 0,
  });
  const now = settled(draft, collection, isBusy);
  if (now !== draft) setDraft(now);
  const called = useRef<PlanForm | null>(null);
  const send = useEffectEvent((form: PlanForm) => onChange(form));
  useEffect(() => {
    if (now.sent === null || now.sent === called.current) return;
    called.current = now.sent;
    send(now.sent);
  }, [now.sent]);
  return {
    /** The collection with all changes. */
    shown: { ...collection, ...now.sent, ...now.queued },
    isSaved: now.sent === null && now.queued === null,
    failures: now.failures,
    change: (form: PlanForm) => setDraft((latest) => withChange(latest, form)),
  };
}
