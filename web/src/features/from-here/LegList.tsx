import type { Plan } from '@switchback/contracts/resources/plan';
import type { Units } from '@switchback/contracts/rules/units';
import { Link } from 'react-router';
import type { DriveCardData } from '../../api/types.js';
import { driveLink } from '../../lib/search/explore-links.js';
import { useUnits } from '../../lib/store/store.js';
import { distanceText, durationText } from '../../lib/text/units.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { isReversed, titleIn } from './plan-facts.js';
import styles from './PlanCard.module.css';

const words = fromHereTexts;

type PlanLeg = Plan['legs'][number];
type Drives = ReadonlyMap<string, DriveCardData>;

/** The legs of a chain in order of travel; each drive links to its page. */
export function LegList({ plan, drives }: { plan: Plan; drives: Drives }) {
  const units = useUnits();
  return (
    <ol className={styles.legs} aria-label={words.legs}>
      {plan.legs.map((leg, index) => (
        <li key={index} className={styles.leg} data-way={leg.driveId === null}>
          {leg.driveId === null ? (
            <span>{wayText(plan.legs, index, drives)}</span>
          ) : (
            <span>
              <DriveName driveId={leg.driveId} drives={drives} />
              <Direction isBack={plan.legs[index - 1]?.driveId === leg.driveId} fromEnd={isReversed(leg, drives)} />
            </span>
          )}
          <span className={styles.legFigures}>{figuresOf(leg, plan, units)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Tells how a leg differs from its drive as its page shows it. */
function Direction({ isBack, fromEnd }: { isBack: boolean; fromEnd: boolean }) {
  if (!isBack && !fromEnd) return null;
  return <span className={styles.reversed}>{isBack ? words.back : words.reversed}</span>;
}

function wayText(legs: readonly PlanLeg[], index: number, drives: Drives): string {
  const next = legs.slice(index + 1).find(({ driveId }) => driveId !== null)?.driveId ?? null;
  return next === null ? words.wayHome : words.wayTo(titleIn(drives, next));
}

/** Straight ways are approximate; the drives between them are not. */
function figuresOf({ driveId, duration, distance }: PlanLeg, { source }: Plan, units: Units): string {
  const figures = `${durationText(duration)} · ${distanceText(distance, units)}`;
  return driveId === null && source === 'approximate' ? words.about(figures) : figures;
}

function DriveName({ driveId, drives }: { driveId: string; drives: Drives }) {
  const drive = drives.get(driveId);
  const title = titleIn(drives, driveId);
  return drive === undefined ? title : <Link to={driveLink(drive)}>{title}</Link>;
}
