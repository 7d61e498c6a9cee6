import { Button } from '@mantine/core';
import type { Plan } from '@switchback/contracts/resources/plan';
import { useId } from 'react';
import type { DriveCardData } from '../../api/types.js';
import { BendIcon } from './BendIcon.js';
import { Figures } from '../../components/Figures.js';
import { curvinessText } from '../../lib/drives/curviness-text.js';
import { useUnits } from '../../lib/store/store.js';
import { motorwayText, townsText } from '../../lib/drives/way-text.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { LegList } from './LegList.js';
import { PlanAlong } from './PlanAlong.js';
import styles from './PlanCard.module.css';
import { figuresOf, isChain, keyOf, nameOf, repeatedText, shortText, stretchDirection } from './plan-facts.js';
import type { Start } from './plan-url.js';
import type { DriveMaker } from './use-make-drive.js';

const words = fromHereTexts;

export interface PlanCardProps {
  plan: Plan;
  start: Start;
  to: Start | null;
  minutes: number;
  /** By id, as they load. */
  drives: ReadonlyMap<string, DriveCardData>;
  isChosen: boolean;
  isHovered: boolean;
  maker: DriveMaker;
  onHover: (key: string | null) => void;
  onChoose: (key: string) => void;
}

/** A plan with its figures; the chosen one also with its legs and actions. */
export function PlanCard({
  plan,
  start,
  to,
  minutes,
  drives,
  isChosen,
  isHovered,
  maker,
  onHover,
  onChoose,
}: PlanCardProps) {
  const id = useId();
  const units = useUnits();
  const key = keyOf(plan);
  const { curviness } = plan;
  const name = nameOf(plan, drives, start, units, to);
  return (
    <article
      className={styles.card}
      data-plan={key}
      data-chosen={isChosen}
      data-hovered={isHovered}
      onPointerEnter={() => onHover(key)}
      onPointerLeave={() => onHover(null)}
    >
      <h3 className={styles.cardTitle}>
        <button
          type="button"
          className={styles.cardButton}
          aria-expanded={isChosen}
          aria-controls={id}
          onClick={() => onChoose(key)}
          onFocus={() => onHover(key)}
          onBlur={() => onHover(null)}
        >
          {name}
        </button>
      </h3>
      <p className={styles.figures}>
        {figuresOf(plan, drives, units).map((figure) => (
          <Figures key={figure} text={figure} />
        ))}
        <span className={styles.curviness}>
          <BendIcon band={curviness.band} /> {curvinessText(curviness)}
        </span>
      </p>
      <Traits plan={plan} drives={drives} minutes={minutes} />
      <div id={id} hidden={!isChosen} className={styles.details}>
        {isChosen && (
          <>
            <PlanAlong plan={plan} title={name} start={start} to={to} drives={drives} />
            <Button variant="default" mih={44} loading={maker.busyKey === key} onClick={() => maker.make(plan)}>
              {words.make.button}
            </Button>
            {isChain(plan) && <LegList plan={plan} drives={drives} />}
          </>
        )}
      </div>
    </article>
  );
}

function Traits({ plan, drives, minutes }: Pick<PlanCardProps, 'plan' | 'drives' | 'minutes'>) {
  if (plan.way) return <WayTraits plan={plan} way={plan.way} />;
  const short = shortText(plan, drives, minutes);
  const direction = stretchDirection(plan, drives);
  return (
    <p className={styles.traits}>
      {short !== null && (
        <span className={styles.short}>
          <Figures text={short} />
        </span>
      )}
      {direction !== null && <span>{direction}</span>}
      <span>{repeatedText(plan)}</span>
      {plan.source === 'approximate' && <span title={words.estimatedHint}>{words.estimated}</span>}
    </p>
  );
}

function WayTraits({ plan, way: { motorwayShare, towns } }: { plan: Plan; way: NonNullable<Plan['way']> }) {
  if (plan.source === 'approximate') return null;
  return (
    <p className={styles.traits}>
      <span>{motorwayText(motorwayShare)}</span>
      <span>{townsText(towns)}</span>
    </p>
  );
}
