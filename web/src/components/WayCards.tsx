import type { WayChoice } from '@switchback/contracts/endpoints/directions';
import type { WayTaste } from '@switchback/contracts/rules/directions';
import { figureText } from '@switchback/contracts/rules/units';
import { curvinessWithFigure } from '../lib/drives/curviness-text.js';
import { useUnits } from '../lib/store/store.js';
import { motorwayText, townsText } from '../lib/drives/way-text.js';
import { distanceText, durationText } from '../lib/text/units.js';
import { wayTexts } from '../texts/ways.js';
import { Figures } from './Figures.js';
import styles from './WayCards.module.css';

const words = wayTexts;

interface Props {
  label: string;
  choices: readonly WayChoice[];
  chosen: WayTaste | null;
  onChoose: (choice: WayChoice) => void;
}

/** Ways to choose from, each with what speaks for and against it. */
export function WayCards({ label, choices, chosen, onChoose }: Props) {
  return (
    <ul className={styles.ways} aria-label={label}>
      {choices.map((choice) => (
        <li key={choice.taste}>
          <button
            type="button"
            className={styles.way}
            aria-pressed={choice.taste === chosen}
            onClick={() => onChoose(choice)}
          >
            <Way choice={choice} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Way({ choice }: { choice: WayChoice }) {
  const units = useUnits();
  const { taste, directions, distance, duration, curviness, motorwayShare, towns } = choice;
  const isApproximate = directions.source === 'approximate';
  return (
    <>
      <span className={styles.kind}>{words.kinds[taste]}</span>
      <span className={styles.facts}>
        <strong>
          <Figures text={figureText(distanceText(distance, units), isApproximate)} />
        </strong>
        <Figures text={figureText(durationText(duration), isApproximate)} />
        <span>{curvinessWithFigure(curviness, units)}</span>
      </span>
      {isApproximate ? (
        <span className={styles.note}>{directions.note}</span>
      ) : (
        <span className={styles.note}>
          <span>{motorwayText(motorwayShare)}</span>
          <span>{townsText(towns)}</span>
        </span>
      )}
    </>
  );
}
