import type { Plan } from '@switchback/contracts/resources/plan';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../api/api.js';
import { asCallError, type ErrorText } from '../../api/error.js';
import type { Draft } from '../../lib/drafts/draft.js';
import { type DraftOpening, useDraftOpening } from '../../lib/drafts/use-draft-opening.js';
import { intentBrought, intentTaken, loginAsked, upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppDispatch, useAppSelector, useUnits } from '../../lib/store/store.js';
import { useSession, useUser } from '../../lib/people/use-user.js';
import { draftOf } from './draft-of-plan.js';
import { drivesOf, keyOf } from './plan-facts.js';
import type { PlanState } from './plan-url.js';

export interface DriveMaker extends DraftOpening {
  /** Opens the plan in the editor; first asks for a login or an upgrade, and before it replaces a draft. */
  make: (plan: Plan) => void;
}

/** Opens plans in the editor. Resumes after a login or an upgrade. */
export function useMakeDrive(plans: readonly Plan[], state: PlanState): DriveMaker {
  const { start } = state;
  const session = useSession();
  const user = useUser();
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(({ prompt }) => prompt.intent);
  const drafted = useDrafted(state);
  const { open, ...outcome } = useDraftOpening(JSON.stringify([user?.id, state]), { keyOf, draftOf: drafted });
  const make = (plan: Plan) => {
    const intent = { plan: keyOf(plan) };
    if (session === null) dispatch(loginAsked(intent));
    // Resumes once the user has loaded.
    else if (user === null) dispatch(intentBrought(intent));
    else if (user.accountType === 'free') dispatch(upgradeAsked(intent));
    else if (start !== null) void open(plan, user);
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

/** Returns a function that makes the draft of a plan, with the full lines of its drives; or says why it cannot. */
function useDrafted({ start, to }: PlanState): (plan: Plan) => Promise<Draft | ErrorText> {
  const units = useUnits();
  const dispatch = useAppDispatch();
  return async (plan) => {
    const ids = [...new Set(drivesOf(plan))];
    const calls = ids.map((id) => dispatch(api.endpoints.details.initiate(id, { subscribe: false })));
    const answers = await Promise.all(calls);
    const failed = answers.find(({ error }) => error !== undefined);
    if (failed !== undefined) return asCallError(failed.error);
    const drives = new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
    return draftOf(plan, start!, drives, units, to);
  };
}
