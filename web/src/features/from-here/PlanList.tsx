import { Button } from '@mantine/core';
import type { Plan } from '@switchback/contracts/resources/plan';
import { useId } from 'react';
import { Link } from 'react-router';
import { type CallError, sentences } from '../../api/error.js';
import { EmptyList } from '../../components/EmptyList.js';
import buttonStyles from '../../components/FrameButton.module.css';
import { Notice } from '../../components/Notice.js';
import { upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { durationText } from '../../lib/text/units.js';
import { texts } from '../../texts/en.js';
import { fromHereTexts } from '../../texts/from-here.js';
import styles from './FromHere.module.css';
import { PlanCard, type PlanCardProps } from './PlanCard.js';
import { foundText, isChain, keyOf } from './plan-facts.js';
import type { PlanState, Start } from './plan-url.js';
import { moreThan } from './TimeField.js';
import type { FoundPlans } from './use-plans.js';

const words = fromHereTexts;

interface Shown extends Pick<PlanCardProps, 'start' | 'to' | 'drives' | 'maker' | 'onHover' | 'onChoose'> {
  chosenKey: string | null;
  hoveredKey: string | null;
}

interface Props extends Omit<Shown, 'start' | 'to'> {
  state: PlanState;
  isLocating: boolean;
  found: FoundPlans;
  onChange: (patch: Partial<PlanState>, how?: { push: boolean }) => void;
}

/** The plans in two groups; before the first ones, what to do to get them. */
export function PlanList({
  state,
  isLocating,
  found: { answer, isPlanning, error, retry },
  onChange,
  ...shown
}: Props) {
  const { start, to, seed, minutes } = state;
  if (start === null) return isLocating ? <Locating /> : <Invitation />;
  const plans = answer?.plans ?? [];
  const ways = plans.filter(({ way }) => way !== undefined);
  const loops = plans.filter((plan) => !isChain(plan) && plan.way === undefined);
  const common = { start, to, minutes, ...shown };
  // After an error, the plans are those of an earlier time.
  const countText = error === null ? foundText(plans, minutes) : words.found(plans.length);
  const isEmpty = answer !== null && plans.length === 0 && !isPlanning && error === null && !(to && answer.upgrade);
  return (
    <div className={styles.results}>
      <p role="status" className={styles.status}>
        {isPlanning ? words.planning : answer === null || isEmpty ? '' : countText}
      </p>
      {error !== null && <Failure error={error} isKept={answer !== null} onRetry={retry} />}
      {isEmpty && <Nothing state={state} start={start} onChange={onChange} />}
      <div className={styles.groups} aria-busy={isPlanning}>
        <Group title={words.ways} plans={ways} {...common} />
        <Group title={words.chains} plans={plans.filter(isChain)} {...common} />
        <Group title={words.loops} plans={loops} {...common}>
          <Button variant="default" mih={44} disabled={isPlanning} onClick={() => onChange({ seed: seed + 1 })}>
            {words.others}
          </Button>
        </Group>
        {answer?.note !== undefined && <p className={styles.note}>{answer.note}</p>}
        {answer?.upgrade === true && <Upgrade text={to === null ? words.upgrade : words.wayUpgrade} />}
      </div>
    </div>
  );
}

interface GroupProps extends Shown, Pick<PlanCardProps, 'start' | 'minutes'> {
  title: string;
  plans: readonly Plan[];
  children?: React.ReactNode;
}

function Group({ title, plans, chosenKey, hoveredKey, children, ...card }: GroupProps) {
  const id = useId();
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id} className={styles.groupTitle}>
        {title}
      </h2>
      <ul className={styles.cards}>
        {plans.map((plan) => {
          const key = keyOf(plan);
          return (
            <li key={key}>
              <PlanCard plan={plan} isChosen={key === chosenKey} isHovered={key === hoveredKey} {...card} />
            </li>
          );
        })}
      </ul>
      {children}
    </section>
  );
}

function Locating() {
  return (
    <div className={styles.results}>
      <p role="status" className={styles.status}>
        {words.locating}
      </p>
    </div>
  );
}

function Invitation() {
  return (
    <div className={styles.results}>
      <EmptyList title={words.noStart.title} text={words.noStart.text} />
    </div>
  );
}

interface FailureProps {
  error: CallError;
  /** Whether earlier plans are still shown. */
  isKept: boolean;
  onRetry: () => void;
}

function Failure({ error, isKept, onRetry }: FailureProps) {
  const text = isKept ? `${sentences(error)} ${words.failedKept}` : sentences(error);
  return (
    <Notice kind="error" title={words.failed} text={text}>
      <Button variant="default" mih={44} onClick={onRetry}>
        {texts.retry}
      </Button>
    </Notice>
  );
}

interface NothingProps extends Pick<Props, 'state' | 'onChange'> {
  start: Start;
}

/** No plan: offers the changes that find one. */
function Nothing({ state: { to, minutes, loop }, start: { location }, onChange }: NothingProps) {
  const more = moreThan(minutes);
  if (to !== null) {
    return (
      <EmptyList title={words.noWay.title} text={words.noWay.text}>
        <Button mih={44} onClick={() => onChange({ to: null }, { push: true })}>
          {words.backHome}
        </Button>
      </EmptyList>
    );
  }
  return (
    <EmptyList title={words.empty.title(durationText(60 * minutes))} text={words.empty.text}>
      {more !== undefined && (
        <Button mih={44} onClick={() => onChange({ minutes: more })}>
          {words.empty.more(durationText(60 * more))}
        </Button>
      )}
      {loop && (
        <Button variant="default" mih={44} onClick={() => onChange({ loop: false }, { push: true })}>
          {words.empty.outAndBack}
        </Button>
      )}
      <Link
        to={`/explore?view=map&location=${location.lat},${location.lng}`}
        className={buttonStyles.button}
        data-variant="default"
      >
        {words.empty.nearest}
      </Link>
    </EmptyList>
  );
}

function Upgrade({ text }: { text: string }) {
  const dispatch = useAppDispatch();
  return (
    <p className={styles.upgrade}>
      {text}
      <Button variant="subtle" mih={44} onClick={() => dispatch(upgradeAsked())}>
        {words.upgradeButton}
      </Button>
    </p>
  );
}
