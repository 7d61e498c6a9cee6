import type { Plan } from '@switchback/contracts/resources/plan';
import type { Units } from '@switchback/contracts/rules/units';
import { Link } from 'react-router';
import type { DriveCardData } from '../../api/types.js';
import { Figures } from '../../components/Figures.js';
import { driveLink } from '../../lib/search/explore-links.js';
import { useUnits } from '../../lib/store/store.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { isReversed, legFigures, stretchText, titleIn } from './plan-facts.js';
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
              <DriveName leg={leg} driveId={leg.driveId} drives={drives} units={units} />
              <Direction isBack={plan.legs[index - 1]?.driveId === leg.driveId} fromEnd={isReversed(leg)} />
            </span>
          )}
          <span className={styles.legFigures}>
            <Figures text={legFigures(leg, plan, drives, units).join(' · ')} />
          </span>
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

interface DriveNameProps {
  leg: PlanLeg;
  driveId: string;
  drives: Drives;
  units: Units;
}

function DriveName({ leg, driveId, drives, units }: DriveNameProps) {
  const drive = drives.get(driveId);
  const name = stretchText(leg, drives, units) ?? titleIn(drives, driveId);
  return drive === undefined ? name : <Link to={driveLink(drive)}>{name}</Link>;
}
