import { useEffect, useEffectEvent } from 'react';
import { useDebounced } from '../../lib/page/use-debounced.js';
import { type Draft, writeDraft } from '../../lib/drafts/draft.js';
import type { DriveFields } from '../../lib/drives/drive-fields.js';
import type { RouteWork } from './use-route-editor.js';

const DRAFT_MS = 400;

interface DraftInput {
  userId: string;
  driveId: string | null;
  isDirty: boolean;
  fields: DriveFields;
  route: RouteWork;
  rev: number | null;
}

/** Stores unsent work as a draft in this browser, and asks before the user leaves the page. */
export function useStoredDraft({ userId, driveId, isDirty, fields, route, rev }: DraftInput): void {
  const { points, directions } = route;
  const keep = useEffectEvent(() => {
    const draft: Draft = { fields, route: route.snapshot(), rev };
    writeDraft(userId, driveId, draft);
  });
  const [settledFields, settledPoints, settledWay] = [
    useDebounced(fields, DRAFT_MS),
    useDebounced(points, DRAFT_MS),
    useDebounced(directions, DRAFT_MS),
  ];
  useEffect(() => {
    if (isDirty) keep();
  }, [isDirty, settledFields, settledPoints, settledWay]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
