import { CHANGE_REQUEST_FIELDS, type ChangeRequestField } from '@switchback/contracts/rules/authoring';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SavedDrive } from '@switchback/contracts/endpoints/authoring';
import { asCallError, type CallError } from '../../api/error.js';
import { CODES } from '../../api/error-codes.js';
import { writeDraft } from './draft.js';
import type { DriveFields } from './drive-form.js';
import { formOf } from './drive-form.js';
import { useApproveDriveMutation, useRequestChangesMutation, useSaveDriveMutation } from './editor-endpoints.js';
import type { RouteEditor } from './route-editor.js';

export type Waiting = 'approving' | 'requesting-changes' | 'saving' | 'submitting' | 'updating';

interface Asked {
  userId: string;
  drive: DriveDetails | null;
  rev: number | null;
}

export interface Submit {
  waiting: Waiting | null;
  refusal: CallError | null;
  /** The drive was changed by somebody else meanwhile. */
  isConflict: boolean;
  /** Answers whether it was saved. */
  save: (fields: DriveFields, route: RouteEditor, overwrite?: boolean) => Promise<boolean>;
  approve: () => Promise<void>;
  request: (words: Readonly<Partial<Record<ChangeRequestField, string>>>) => Promise<void>;
  forget: () => void;
}

/** What the editor sends, and what became of it. Once it is done the page begins anew and says so. */
export function useSubmit({ userId, drive, rev }: Asked): Submit {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [save] = useSaveDriveMutation();
  const [approve] = useApproveDriveMutation();
  const [request] = useRequestChangesMutation();
  const navigate = useNavigate();
  // The same attempt, sent again after a lost answer, makes no second drive; another content is another attempt.
  const attempt = useRef({ content: '', key: '' });
  const run = async (state: Waiting, call: () => Promise<{ data?: SavedDrive; error?: unknown }>) => {
    setRefusal(null);
    setWaiting(state);
    const { data, error } = await call();
    setWaiting(null);
    if (data === undefined) {
      setRefusal(asCallError(error));
      return false;
    }
    writeDraft(userId, drive?.id ?? null, null);
    await navigate('/create', { replace: true, state: { saved: data } satisfies SavedState });
    return true;
  };
  return {
    ...{ waiting, refusal },
    isConflict: refusal?.code === CODES.staleRevision,
    save: (fields, route, overwrite = false) => {
      const details = formOf(fields, route, overwrite ? null : rev);
      const content = JSON.stringify(details);
      if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
      const state = fields.isPublic ? (drive === null ? 'submitting' : 'updating') : 'saving';
      return run(state, () => save({ id: drive?.id ?? null, details, key: attempt.current.key }));
    },
    approve: async () => {
      if (drive !== null) await run('approving', () => approve({ id: drive.id, rev: drive._rev }));
    },
    request: async (words) => {
      if (drive === null) return;
      const said = CHANGE_REQUEST_FIELDS.map((field) => [field, words[field]?.trim() ?? ''] as const);
      const changeRequest = Object.fromEntries(said.filter(([, text]) => text !== ''));
      await run('requesting-changes', () => request({ id: drive.id, rev: drive._rev, changeRequest }));
    },
    forget: () => setRefusal(null),
  };
}

interface SavedState {
  saved: SavedDrive;
}

/** The drive that was just sent, as long as the page still shows it. */
export function useSaved(): { saved: SavedDrive | null; dismiss: () => void } {
  const state = useLocation().state as Partial<SavedState> | null;
  const navigate = useNavigate();
  const saved = state?.saved ?? null;
  return { saved, dismiss: () => void navigate('/create', { replace: true, state: null }) };
}
