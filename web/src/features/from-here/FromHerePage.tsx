import type { Plan } from '@switchback/contracts/resources/plan';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { FROM_HERE_PAGE } from '@switchback/contracts/rules/plans';
import type { LatLng } from '@switchback/geo/location';
import { Suspense, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { DraftDialogs } from '../../components/DraftDialogs.js';
import { lazyComponent } from '../../components/lazy-component.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { texts } from '../../texts/en.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { chosenOf } from './chosen-plan.js';
import styles from './FromHere.module.css';
import { keyOf } from './plan-facts.js';
import { PlanForm } from './PlanForm.js';
import { PlanList } from './PlanList.js';
import { PlanSummary } from './PlanSummary.js';
import { useMakeDrive } from './use-make-drive.js';
import { usePlanDrives } from './use-plan-drives.js';
import { usePlanState } from './use-plan-state.js';
import { usePlans } from './use-plans.js';

const PlansMap = lazyComponent(() => import('./PlansMap.js'), 'notice');
const words = fromHereTexts;
const NO_PLANS: readonly Plan[] = [];

/** Plans drives that begin and end at a place: the question, its answers, and all of them on a map. */
export default function FromHerePage() {
  useDocumentHead(plainPage(useProductName(), FROM_HERE_PAGE));
  const { state, isLocating, update, startAt, endAt } = usePlanState();
  const formId = useId();
  const [isEdited, edit] = useState(false);
  const isCompact = !isEdited && (isLocating || state.start !== null);
  const found = usePlans(state);
  const plans = found.answer?.plans ?? NO_PLANS;
  const drives = usePlanDrives(plans);
  const { hash } = useLocation();
  const [asked, choose] = useState(() => chosenOf(hash));
  const [hovered, hover] = useState<string | null>(null);
  const chosen = plans.find((plan) => keyOf(plan) === asked) ?? plans[0];
  const chosenKey = chosen === undefined ? null : keyOf(chosen);
  const maker = useMakeDrive(plans, state);
  const startHere = (location: LatLng) => startAt(location, { push: true });
  return (
    <div className={styles.page}>
      <div className={styles.ask} data-compact={isCompact}>
        <div className={styles.head}>
          <h1 className={styles.title}>{words.title}</h1>
          <PlanSummary
            state={state}
            isLocating={isLocating}
            controls={formId}
            isOpen={isEdited}
            onToggle={() => edit(!isEdited)}
          />
        </div>
        <p className={styles.lead}>{words.lead}</p>
        <PlanForm id={formId} state={state} onChange={update} onLocate={startHere} />
      </div>
      <section className={styles.map} aria-label={words.map}>
        <Suspense fallback={<p className={styles.wait}>{texts.loading}</p>}>
          <PlansMap
            start={state.start}
            to={state.to}
            plans={plans}
            drives={drives}
            chosenKey={chosenKey}
            hoveredKey={hovered}
            onStart={startHere}
            onTo={endAt}
            onHover={hover}
            onChoose={(key) => {
              choose(key);
              document.querySelector(`[data-plan="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'nearest' });
            }}
          />
        </Suspense>
      </section>
      <PlanList
        state={state}
        isLocating={isLocating}
        found={found}
        drives={drives}
        chosenKey={chosenKey}
        hoveredKey={hovered}
        maker={maker}
        onChange={update}
        onHover={hover}
        onChoose={choose}
      />
      <DraftDialogs opening={maker} />
    </div>
  );
}
