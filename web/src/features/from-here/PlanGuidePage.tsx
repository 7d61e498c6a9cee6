import { FROM_HERE_PAGE } from '@switchback/contracts/rules/plans';
import type { Plan } from '@switchback/contracts/resources/plan';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { Message } from '../../components/Message.js';
import { useDetails } from '../../lib/drives/use-details.js';
import { useUnits } from '../../lib/store/store.js';
import { driveGuideTexts as words } from '../../texts/drive-guide.js';
import { texts } from '../../texts/en.js';
import { type Beginning, Guide } from '../drive-guide/Guide.js';
import { SheetOfCourse } from '../drive-guide/SheetOfCourse.js';
import { StoredSheet } from '../drive-guide/StoredSheet.js';
import { chosenOf } from './chosen-plan.js';
import styles from './FromHere.module.css';
import { courseOfPlan } from './plan-course.js';
import { drivesOf, keyOf, nameOf } from './plan-facts.js';
import { guideOfPlan } from './plan-guide.js';
import { parsePlanUrl, type Start } from './plan-url.js';
import { usePlans } from './use-plans.js';

/** Guides along a plan, which the address describes like that of the page that plans. */
export default function PlanGuidePage() {
  const { search, hash } = useLocation();
  const page = `plan${search}${hash}`;
  return (
    <Guide key={page} page={page}>
      {(beginning) => <Planned search={search} hash={hash} beginning={beginning} />}
    </Guide>
  );
}

interface Address {
  search: string;
  hash: string;
  beginning: Beginning;
}

function Planned({ search, hash, beginning }: Address) {
  const state = useMemo(() => parsePlanUrl(new URLSearchParams(search)), [search]);
  const { answer, isPlanning, error } = usePlans(state);
  const key = chosenOf(hash);
  const plan = answer?.plans.find((each) => keyOf(each) === key);
  const origin = `${FROM_HERE_PAGE}${search}${hash}`;
  if (plan !== undefined && state.start !== null)
    return <OfPlan plan={plan} start={state.start} to={state.to} origin={origin} beginning={beginning} />;
  if (error === null && state.start !== null && (answer === null || isPlanning))
    return <p className={styles.wait}>{texts.loading}</p>;
  return (
    <StoredSheet kind="plan" beginning={beginning}>
      <Message title={error?.title ?? words.noPlan.title} text={error?.message ?? words.noPlan.text}>
        <Link to={`${FROM_HERE_PAGE}${search}`}>{words.backTo.plan}</Link>
      </Message>
    </StoredSheet>
  );
}

interface Props {
  plan: Plan;
  start: Start;
  to: Start | null;
  origin: string;
  beginning: Beginning;
}

function OfPlan({ plan, start, to, origin, beginning }: Props) {
  const units = useUnits();
  const loaded = useDetails(drivesOf(plan));
  const directions = useMemo(() => courseOfPlan(plan, start, to), [plan, start, to]);
  const course = useMemo(() => {
    if (loaded === null) return undefined;
    return guideOfPlan({ title: nameOf(plan, loaded.drives, start, units, to), origin }, plan, loaded.drives);
  }, [loaded, plan, start, to, units, origin]);
  if (course === undefined) return <p className={styles.wait}>{texts.loading}</p>;
  if (course === null) return <Message {...words.noPlan} />;
  return <SheetOfCourse kind="plan" beginning={beginning} course={course} directions={directions} />;
}
