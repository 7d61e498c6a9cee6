import type { Plan } from '@switchback/contracts/resources/plan';
import type { User } from '@switchback/contracts/resources/user';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/api.js';
import { asCallError, type ErrorText } from '../../api/error.js';
import { readDraft, writeDraft } from '../../lib/drafts/draft.js';
import { deleteDraftPhotos, hasDraft } from '../../lib/store/editor-drafts.js';
import { intentBrought, intentTaken, loginAsked, upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppDispatch, useAppSelector, useUnits } from '../../lib/store/store.js';
import { useSession, useUser } from '../../lib/people/use-user.js';
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
export function useMakeDrive(plans: readonly Plan[], state: PlanState): DriveMaker {
  const { start } = state;
  const session = useSession();
  const user = useUser();
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(({ prompt }) => prompt.intent);
  const { open, ...outcome } = useOpening(state, user);
  const make = (plan: Plan) => {
    const intent = { plan: keyOf(plan) };
    if (session === null) dispatch(loginAsked(intent));
    // Resumes once the user has loaded.
    else if (user === null) dispatch(intentBrought(intent));
    else if (user.accountType === 'free') dispatch(upgradeAsked(intent));
    else if (start !== null) void open(plan, start, user);
  };
  const requested = waiting !== null && 'plan' in waiting ? waiting.plan : null;
  const resume = useEffectEvent((plan: Plan) => {
    dispatch(intentTaken());
    make(plan);
  });
  useEffect(() => {
    const plan = plans.find((one) => keyOf(one) === requested);
    if (user !== null && plan !== undefined) resume(plan);
  }, [user, plans, requested]);
  return { ...outcome, make };
}

type Given = [plan: Plan, start: NonNullable<PlanState['start']>, user: User];

/**
 * Writes the draft of a plan and opens the editor, unless the person keeps the draft that is there, or does something
 * else meanwhile: leaves the page, plans again, opens another plan, logs out.
 */
function useOpening(state: PlanState, person: User | null) {
  const units = useUnits();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const [asked, ask] = useState<Given | null>(null);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const begin = useLatest(JSON.stringify([person?.id, state]), () => {
    setBusyKey(null);
    ask(null);
  });
  const open = async (...args: Given) => {
    const isWanted = begin();
    const mustAsk = await hasDraft(args[2].id, null);
    if (!isWanted()) return;
    if (mustAsk) ask(args);
    else await replace(...args);
  };
  const replace = async (...[plan, start, user]: Given) => {
    const isWanted = begin();
    ask(null);
    setFailure(null);
    setBusyKey(keyOf(plan));
    const ids = [...new Set(drivesOf(plan))];
    const calls = ids.map((id) => dispatch(api.endpoints.details.initiate(id, { subscribe: false })));
    const answers = await Promise.all(calls);
    if (!isWanted()) return;
    setBusyKey(null);
    const failed = answers.find(({ error }) => error !== undefined);
    if (failed !== undefined) return setFailure(asCallError(failed.error));
    const drives = new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
    await deleteDraftPhotos(user.id, null);
    writeDraft(user.id, null, { ...draftOf(plan, start, drives, units), isFromPlan: true });
    if (!isWanted()) return;
    if (readDraft(user.id, null) === null) setFailure({ title: words.failed, message: words.notStored });
    else await navigate('/create');
  };
  const question = asked && { confirm: () => void replace(...asked), cancel: () => ask(null) };
  return { open, busyKey, question, failure };
}

/**
 * Tells whether work that takes a while is still wanted: no later work began, the subject is the same, and the page is
 * still open.
 * @param onChange runs if the subject changes
 * @returns starts work, and returns the question whether it is still wanted
 */
function useLatest(subject: string, onChange: () => void): () => () => boolean {
  const number = useRef(0);
  const changed = useEffectEvent(onChange);
  useEffect(
    () => () => {
      number.current += 1;
      changed();
    },
    [subject],
  );
  return () => {
    number.current += 1;
    const mine = number.current;
    return () => number.current === mine;
  };
}
