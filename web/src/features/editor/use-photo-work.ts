import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { useRef, useState } from 'react';
import { asCallError, type Said } from '../../api/error.js';
import { type NewPhoto, useLazyPhotosQuery, usePhotosQuery, useSavePhotosMutation } from '../../api/photos-api.js';
import { editorPhotoTexts } from '../../texts/editor-photos.js';
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
  move: (from: number, to: number) => void;
  remove: (item: PhotoItem) => void;
  add: (photo: NewPhoto) => void;
  reset: () => void;
  /** How much was sent, 0 to 1; null while nothing is. */
  progress: number | null;
  /** Sends what changed once the drive is saved. @returns why it was not taken. */
  send: (driveId: string) => Promise<Said | null>;
  cancel: () => void;
}

const NONE: readonly DrivePhoto[] = [];

/** The photos of a drive that is edited: what is there, and what was done to it and not sent yet. */
export function usePhotoWork(userId: string, driveId: string | null): PhotoWork {
  const { data, error, refetch } = usePhotosQuery(driveId ?? '', {
    skip: driveId === null,
    refetchOnMountOrArgChange: true,
  });
  const [edits, setEdits] = useState<PhotoEdits>(NO_EDITS);
  const [progress, setProgress] = useState<number | null>(null);
  const [load] = useLazyPhotosQuery();
  const [save] = useSavePhotosMutation();
  const sending = useRef<{ abort: () => void; isStopped: boolean } | null>(null);
  const present = driveId === null ? NONE : data;
  const items = present === undefined ? null : itemsOf(present, edits);

  const send = async (to: string) => {
    if (!hasEdits(edits)) return null;
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
    if (kept !== undefined) return null;
    return own.isStopped ? editorPhotoTexts.stopped : asCallError(refusal);
  };
  return {
    ...{ items, progress, send, isChanged: hasEdits(edits) },
    error: error === undefined || present !== undefined ? null : asCallError(error),
    retry: () => void refetch(),
    move: (from, to) => setEdits(withMoved(items ?? [], edits, from, to)),
    remove: (item) => setEdits(withoutPhoto(edits, item)),
    add: (photo) => {
      const chosen: ChosenPhoto = { ...photo, key: crypto.randomUUID() };
      setEdits({ ...edits, chosen: [...edits.chosen, chosen] });
    },
    reset: () => setEdits(NO_EDITS),
    cancel: () => {
      if (sending.current === null) return;
      sending.current.isStopped = true;
      sending.current.abort();
    },
  };
}
