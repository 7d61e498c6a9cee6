import { PLAN_GUIDE_PAGE } from '@switchback/contracts/rules/guide';
import type { Plan } from '@switchback/contracts/resources/plan';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useUnits } from '../../lib/store/store.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import { TakeAlong } from '../directions/TakeAlong.js';
import { courseOfPlan } from './plan-course.js';
import { figuresOf, keyOf, type Summaries } from './plan-facts.js';
import { chosenIn } from './chosen-plan.js';
import type { Start } from './plan-url.js';
import { usePlanFile } from './use-plan-file.js';

interface Props {
  plan: Plan;
  title: string;
  start: Start;
  to: Start | null;
  drives: Summaries;
}

/** Directions, file and link of a plan. */
export function PlanAlong({ plan, title, start, to, drives }: Props) {
  const units = useUnits();
  const { pathname, search } = useLocation();
  const course = useMemo(() => courseOfPlan(plan, start, to), [plan, start, to]);
  const deliver = usePlanFile();
  const chosen = `${search}${chosenIn(keyOf(plan))}`;
  const url = `${globalThis.location.origin}${pathname}${chosen}`;
  const guide = { to: `${PLAN_GUIDE_PAGE}${chosen}`, text: driveGuideTexts.entry.plan };
  const text = `${title}: ${figuresOf(plan, drives, units).join(', ')}`;
  return (
    <TakeAlong
      course={course}
      title={title}
      gpx={() => deliver(plan, title)}
      guide={guide}
      link={{ title, text, url }}
    />
  );
}
