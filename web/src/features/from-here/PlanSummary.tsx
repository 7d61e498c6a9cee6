import { durationText } from '../../lib/text/units.js';
import { texts } from '../../texts/en.js';
import { fromHereTexts } from '../../texts/from-here.js';
import styles from './FromHere.module.css';
import type { PlanState } from './plan-url.js';

const words = fromHereTexts;

interface Props {
  state: PlanState;
  isLocating: boolean;
  /** Id of the form. */
  controls: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The question in one line, in place of the form on a phone; opens the form. */
export function PlanSummary({ state, isLocating, controls, isOpen, onToggle }: Props) {
  const { start, to, minutes, taste, loop } = state;
  if (start === null && !isLocating) return null;
  const [place] = (start?.label ?? words.locating).split(', ');
  const way = loop ? words.loop : words.outAndBack;
  const [end = ''] = to?.label.split(', ') ?? [];
  const facts = to === null ? [place, durationText(60 * minutes), texts.curviness.bands[taste], way] : [place, end];
  return (
    <button type="button" className={styles.summary} aria-expanded={isOpen} aria-controls={controls} onClick={onToggle}>
      <span className={styles.summaryFacts}>{facts.join(to === null ? ' · ' : ' → ')}</span>
      <span className={styles.summaryAction}>{isOpen ? words.done : words.change}</span>
    </button>
  );
}
