import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asCallError, type Said } from '../../api/error.js';
import { type NewPhoto, useLazyPhotosQuery, usePhotosQuery, useSavePhotosMutation } from '../../api/photos-api.js';
import { editorPhotoTexts } from '../../texts/editor-photos.js';
import { readPhotoDraft, writePhotoDraft } from './photo-draft.js';
import {
  type ChosenPhoto,
  hasEdits,
  itemsOf,
  NO_EDITS,
  type PhotoEdits,
  type PhotoItem,
  sentOf,
  withMoved,
  withoutPhoto,
} from './photo-list.js';

export interface PhotoWork {
  /** Null until the drive's own photos are known. */
  items: readonly PhotoItem[] | null;
  error: Said | null;
  retry: () => void;
  isChanged: boolean;
  /** What was begun here before is back. */
  isRestored: boolean;
  move: (from: number, to: number) => void;
  remove: (item: PhotoItem) => void;
  add: (photo: NewPhoto) => void;
  /** Forgets what was not sent, also what this browser keeps of it. */
  reset: () => void;
  /** How much was sent, 0 to 1; null while nothing is. */
  progress: number | null;
  /** Sends what changed once the drive is saved. @returns why it was not taken. */
  send: (driveId: string) => Promise<Said | null>;
  cancel: () => void;
}

const NONE: readonly DrivePhoto[] = [];

/** The photos of a drive that is edited: what is there, and what was done to it and not sent yet. */
export function usePhotoWork(userId: string, driveId: string | null, isReviewing: boolean): PhotoWork {
  const { data, error, refetch } = usePhotosQuery(driveId ?? '', {
    skip: driveId === null,
    refetchOnMountOrArgChange: true,
  });
  const { edits, change, isRestored, moveTo, reset } = useKeptEdits(userId, driveId, isReviewing);
  const [progress, setProgress] = useState<number | null>(null);
  const [load] = useLazyPhotosQuery();
  const [save] = useSavePhotosMutation();
  const sending = useRef<{ abort: () => void; isStopped: boolean } | null>(null);
  const present = driveId === null ? NONE : data;
  const items = present === undefined ? null : itemsOf(present, edits);

  const send = async (to: string) => {
    if (!hasEdits(edits)) return null;
    await moveTo(to);
    // As it is now that the drive is saved: who sees which photo may have changed with it.
    const now = await load(to);
    if (now.data === undefined) return asCallError(now.error);
    const photos = sentOf(now.data, edits, userId);
    if (photos === null) return null;
    setProgress(0);
    const call = save({ driveId: to, photos, onProgress: setProgress });
    const own = { abort: () => call.abort(), isStopped: false };
    sending.current = own;
    const { data: kept, error: refusal } = await call;
    setProgress(null);
    if (kept !== undefined) {
      // Before what was done here is forgotten: a photo that was removed would show once more until then.
      await load(to);
      return null;
    }
    return own.isStopped ? editorPhotoTexts.stopped : asCallError(refusal);
  };
  return {
    ...{ items, progress, send, isRestored, isChanged: hasEdits(edits), reset },
    error: error === undefined || present !== undefined ? null : asCallError(error),
    retry: () => void refetch(),
    move: (from, to) => change(withMoved(items ?? [], edits, from, to)),
    remove: (item) => change(withoutPhoto(edits, item)),
    add: (photo) => {
      const chosen: ChosenPhoto = { ...photo, key: crypto.randomUUID() };
      change({ ...edits, chosen: [...edits.chosen, chosen] });
    },
    cancel: () => {
      if (sending.current === null) return;
      sending.current.isStopped = true;
      sending.current.abort();
    },
  };
}

/** What was done to the photos, kept in this browser until it is sent; staff who review find nothing and leave nothing. */
function useKeptEdits(userId: string, driveId: string | null, isReviewing: boolean) {
  const [edits, setEdits] = useState(NO_EDITS);
  const [isRestored, setRestored] = useState(false);
  const keptAt = useRef(driveId);
  const keep = async (next: PhotoEdits) => {
    if (!isReviewing) await writePhotoDraft([userId, keptAt.current], next);
  };
  const begin = useEffectEvent((kept: PhotoEdits | null) => {
    if (kept === null || hasEdits(edits)) return;
    setEdits(kept);
    setRestored(true);
  });
  useEffect(() => {
    if (!isReviewing) void readPhotoDraft([userId, driveId]).then((kept) => begin(kept));
  }, [userId, driveId, isReviewing]);
  return {
    ...{ edits, isRestored },
    change: (next: PhotoEdits) => {
      setEdits(next);
      void keep(next);
    },
    /** A new drive is saved: were its photos still kept as those of a new one, the next one would begin with them. */
    moveTo: async (saved: string) => {
      if (keptAt.current === saved) return;
      await keep(NO_EDITS);
      keptAt.current = saved;
      await keep(edits);
    },
    reset: () => {
      void keep(NO_EDITS);
      keptAt.current = driveId;
      setEdits(NO_EDITS);
      setRestored(false);
    },
  };
}
