import type { ChangeRequestKey } from '@switchback/contracts/rules/authoring';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { emptyIfBlank } from '@switchback/contracts/rules/blank';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { DriveForm, SavedDrive } from '@switchback/contracts/endpoints/authoring';
import { asCallError, type CallError, type ErrorText } from '../../api/error.js';
import { CODES } from '../../api/error-codes.js';
import { type QueueState, useQueueState } from '../../lib/people/queue-place.js';
import { useAttemptKey } from '../../api/use-attempt-key.js';
import { editorTexts } from '../../texts/editor.js';
import { writeDraft } from '../../lib/drafts/draft.js';
import type { DriveFields } from '../../lib/drives/drive-fields.js';
import { formOf } from './drive-form.js';
import { useApproveDriveMutation, useRequestChangesMutation, useSaveDriveMutation } from './editor-endpoints.js';
import type { RouteEditor } from './route-editor.js';
import type { PhotoWork } from './use-photo-work.js';

export type Waiting = 'approving' | 'requesting-changes' | 'saving' | 'submitting' | 'updating' | 'sending-photos';

interface Asked {
  userId: string;
  drive: DriveDetails | null;
  rev: number | null;
  photos: Pick<PhotoWork, 'send'>;
  /** Called once the drive is saved and its photos are sent or skipped. */
  onSaved: () => void;
}

export interface Submit {
  waiting: Waiting | null;
  refusal: CallError | null;
  /** Another save changed the drive in the meantime. */
  isConflict: boolean;
  /** Set if the drive is saved but its photos are not. */
  unsent: { why: ErrorText; again: () => void; without: () => void } | null;
  save: (fields: DriveFields, route: RouteEditor, overwrite?: boolean) => Promise<void>;
  /** @param corrections the drive as corrected; null approves it as it is. @returns null if it was refused. */
  approve: (corrections: DriveForm | null) => Promise<SavedDrive | null>;
  request: (words: Readonly<Partial<Record<ChangeRequestKey, string>>>) => Promise<void>;
  /** Starts over after a success and confirms it: in the queue if the drive was opened from there. */
  finish: (saved: SavedDrive) => Promise<void>;
  reset: () => void;
}

/** Submits the editor's work and tracks the outcome. On success the page starts over and confirms it. */
export function useSubmit({ userId, drive, rev, photos, onSaved }: Asked): Submit {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [unsent, setUnsent] = useState<{ saved: SavedDrive; why: ErrorText } | null>(null);
  const [save] = useSaveDriveMutation();
  const [approve] = useApproveDriveMutation();
  const [request] = useRequestChangesMutation();
  const navigate = useNavigate();
  const place = useQueueState();
  const { keyOf } = useAttemptKey();
  const run = async (state: Waiting, call: () => Promise<{ data?: SavedDrive; error?: unknown }>) => {
    setRefusal(null);
    setWaiting(state);
    const { data, error } = await call();
    setWaiting(null);
    if (data === undefined) setRefusal(errorOf(error));
    // Delete the draft at once, whatever happens to the photos: if restored, it would create a second drive.
    else writeDraft(userId, drive?.id ?? null, null);
    return data ?? null;
  };
  const finish = async (saved: SavedDrive) => {
    setUnsent(null);
    onSaved();
    if (place !== null) {
      const state: QueueState = { queue: place.queue, decided: saved };
      return navigate('/moderation', { replace: true, state });
    }
    await navigate('/create', { replace: true, state: { saved } satisfies SavedState });
  };
  const deliver = async (saved: SavedDrive) => {
    setUnsent(null);
    setWaiting('sending-photos');
    const why = await photos.send(saved.driveId);
    setWaiting(null);
    if (why === null) return finish(saved);
    setUnsent({ saved, why });
  };
  return {
    waiting,
    refusal,
    unsent: unsent && {
      why: unsent.why,
      again: () => void deliver(unsent.saved),
      without: () => void finish(unsent.saved),
    },
    isConflict: refusal?.code === CODES.staleRevision,
    save: async (fields, route, overwrite = false) => {
      const details = formOf(fields, route, overwrite ? null : rev);
      const state = fields.isPublic ? (drive === null ? 'submitting' : 'updating') : 'saving';
      const saved = await run(state, () => save({ id: drive?.id ?? null, details, key: keyOf(details) }));
      if (saved !== null) await deliver(saved);
    },
    approve: async (corrections) => {
      if (drive === null) return null;
      return run('approving', () => approve({ id: drive.id, rev: drive._rev, details: corrections }));
    },
    finish,
    request: async (words) => {
      if (drive === null) return;
      const input = Object.entries(words).map(([key, text]) => [key, emptyIfBlank(text?.trim() ?? '')] as const);
      const changeRequest = Object.fromEntries(input.filter(([, text]) => text !== ''));
      const saved = await run('requesting-changes', () => request({ id: drive.id, rev: drive._rev, changeRequest }));
      if (saved !== null) await finish(saved);
    },
    reset: () => setRefusal(null),
  };
}

/** Returns the error of a call. The end of the session clears the store's cache, which aborts calls in flight. */
function errorOf(error: unknown): CallError {
  const isAborted = (error as { name?: string } | undefined)?.name === 'AbortError';
  const { title, text: message } = editorTexts.loggedOut;
  return isAborted ? { title, message, code: CODES.invalidSession, type: 401 } : asCallError(error);
}

interface SavedState {
  saved: SavedDrive;
}

/** Returns the drive just submitted, until the user dismisses its message. */
export function useSaved(): { saved: SavedDrive | null; dismiss: () => void } {
  const state = useLocation().state as Partial<SavedState> | null;
  const navigate = useNavigate();
  const saved = state?.saved ?? null;
  return { saved, dismiss: () => void navigate('/create', { replace: true, state: null }) };
}
