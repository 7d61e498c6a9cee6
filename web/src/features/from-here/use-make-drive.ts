import type { Plan } from '@switchback/contracts/resources/plan';
import type { User } from '@switchback/contracts/resources/user';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/api.js';
import { asCallError, type ErrorText } from '../../api/error.js';
import { readDraft, writeDraft } from '../../lib/draft.js';
import { deleteDraftPhotos, hasDraft } from '../../lib/editor-drafts.js';
import { intentBrought, intentTaken, loginAsked, upgradeAsked } from '../../lib/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store.js';
import { useSession, useUser } from '../../lib/use-user.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { draftOf } from './draft-of-plan.js';
import { drivesOf, keyOf } from './plan-facts.js';
import type { PlanState } from './plan-url.js';

const words = fromHereTexts.make;

export interface DriveMaker {
  /** Opens the plan in the editor; first asks for a login or an upgrade, and before it replaces a draft. */
  make: (plan: Plan) => void;
  /** Key of the plan that is being opened. */
  busyKey: string | null;
  /** Set while the person decides whether to replace their draft. */
  question: { confirm: () => void; cancel: () => void } | null;
  failure: ErrorText | null;
}

/** Opens plans in the editor. Resumes after a login or an upgrade. */
export function useMakeDrive(plans: readonly Plan[], { start }: Pick<PlanState, 'start'>): DriveMaker {
  const session = useSession();
  const user = useUser();
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(({ prompt }) => prompt.intent);
  const { open, ...outcome } = useOpening();
  const make = (plan: Plan) => {
    const intent = { plan: keyOf(plan) };
    if (session === null) dispatch(loginAsked(intent));
    // Resumes once the user has loaded.
    else if (user === null) dispatch(intentBrought(intent));
    else if (user.accountType === 'free') dispatch(upgradeAsked(intent));
    else if (start !== null) void open(plan, start, user);
  };
  const wanted = waiting !== null && 'plan' in waiting ? waiting.plan : null;
  const resume = useEffectEvent((plan: Plan) => {
    dispatch(intentTaken());
    make(plan);
  });
  useEffect(() => {
    const plan = plans.find((one) => keyOf(one) === wanted);
    if (user !== null && plan !== undefined) resume(plan);
  }, [user, plans, wanted]);
  return { ...outcome, make };
}

type Given = [plan: Plan, start: NonNullable<PlanState['start']>, user: User];

/** Writes the draft of a plan and opens the editor, unless the person keeps the draft that is there. */
function useOpening() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const [asked, ask] = useState<Given | null>(null);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const open = async (...given: Given) => {
    if (await hasDraft(given[2].id, null)) ask(given);
    else await replace(...given);
  };
  const replace = async (...[plan, start, user]: Given) => {
    ask(null);
    setFailure(null);
    setBusyKey(keyOf(plan));
    const ids = [...new Set(drivesOf(plan))];
    const calls = ids.map((id) => dispatch(api.endpoints.details.initiate(id, { subscribe: false })));
    const answers = await Promise.all(calls);
    setBusyKey(null);
    const failed = answers.find(({ error }) => error !== undefined);
    if (failed !== undefined) return setFailure(asCallError(failed.error));
    const drives = new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
    await deleteDraftPhotos(user.id, null);
    writeDraft(user.id, null, { ...draftOf(plan, start, drives), isFromPlan: true });
    if (readDraft(user.id, null) === null) setFailure({ title: words.failed, message: words.notStored });
    else await navigate('/create');
  };
  const question = asked && { confirm: () => void replace(...asked), cancel: () => ask(null) };
  return { open, busyKey, question, failure };
}
