import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asCallError, type ErrorText } from '../../api/error.js';
import { type NewPhoto, useLazyPhotosQuery, usePhotosQuery, useSavePhotosMutation } from '../../api/photos-api.js';
import { useSession } from '../../lib/people/use-user.js';
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
  withReplaced,
  withoutPhoto,
} from './photo-list.js';

export interface PhotoWork {
  /** Null until the drive's own photos have loaded. */
  items: readonly PhotoItem[] | null;
  error: ErrorText | null;
  retry: () => void;
  isChanged: boolean;
  /** Whether earlier unsent edits were restored. */
  isRestored: boolean;
  move: (from: number, to: number) => void;
  remove: (item: PhotoItem) => void;
  add: (photo: NewPhoto) => void;
  /** Replaces a photo that is not sent yet. */
  replace: (photo: ChosenPhoto) => void;
  /** Discards unsent edits, including their draft in this browser. */
  reset: () => void;
  /** Share uploaded, 0 to 1; null while nothing is being sent. */
  progress: number | null;
  /** Sends the edits once the drive is saved. @returns the error; null on success. */
  send: (driveId: string) => Promise<ErrorText | null>;
  cancel: () => void;
}

const NONE: readonly DrivePhoto[] = [];

/** Photos of the drive being edited: the stored list with the unsent edits. */
export function usePhotoWork(userId: string, driveId: string | null, isReviewing: boolean): PhotoWork {
  const isLoggedOut = useSession() === null;
  const { data, error, refetch } = usePhotosQuery(driveId ?? '', {
    skip: driveId === null || isLoggedOut,
    refetchOnMountOrArgChange: true,
  });
  const { edits, change, isRestored, moveTo, reset } = useStoredEdits(userId, driveId, isReviewing);
  const [progress, setProgress] = useState<number | null>(null);
  const [load] = useLazyPhotosQuery();
  const [save] = useSavePhotosMutation();
  const sending = useRef<{ abort: () => void; isStopped: boolean } | null>(null);
  const existing = driveId === null ? NONE : data;
  const items = existing === undefined ? null : itemsOf(existing, edits);

  const send = async (to: string) => {
    if (!hasEdits(edits)) return null;
    await moveTo(to);
    // Reload now that the drive is saved: saving may have changed who sees which photo.
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
      // Reload before the edits are discarded: otherwise a removed photo would briefly reappear.
      await load(to);
      return null;
    }
    const fault = asCallError(refusal);
    return own.isStopped ? editorPhotoTexts.stopped : (fault.fields?.['photos'] ?? fault);
  };
  return {
    items,
    progress,
    send,
    isRestored,
    isChanged: hasEdits(edits),
    reset,
    error: error === undefined || existing !== undefined ? null : asCallError(error),
    retry: () => void refetch(),
    move: (from, to) => change(withMoved(items ?? [], edits, from, to)),
    remove: (item) => change(withoutPhoto(edits, item)),
    add: (photo) => {
      const chosen: ChosenPhoto = { ...photo, key: crypto.randomUUID() };
      change({ ...edits, chosen: [...edits.chosen, chosen] });
    },
    replace: (photo) => change(withReplaced(edits, photo)),
    cancel: () => {
      if (sending.current === null) return;
      sending.current.isStopped = true;
      sending.current.abort();
    },
  };
}

/** Stores the photo edits in this browser until they are sent; neither reads nor writes them while staff review. */
function useStoredEdits(userId: string, driveId: string | null, isReviewing: boolean) {
  const [edits, setEdits] = useState(NO_EDITS);
  const [isRestored, setRestored] = useState(false);
  const keptAt = useRef(driveId);
  const store = async (next: PhotoEdits) => {
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
    edits,
    isRestored,
    change: (next: PhotoEdits) => {
      setEdits(next);
      void store(next);
    },
    /** Moves the draft to the drive just saved: otherwise the next new drive would start with these photos. */
    moveTo: async (saved: string) => {
      if (keptAt.current === saved) return;
      await store(NO_EDITS);
      keptAt.current = saved;
      await store(edits);
    },
    reset: () => {
      void store(NO_EDITS);
      keptAt.current = driveId;
      setEdits(NO_EDITS);
      setRestored(false);
    },
  };
}
