import type { WayChoice } from '@switchback/contracts/endpoints/directions';
import type { WayTaste } from '@switchback/contracts/rules/directions';
import { figureText } from '@switchback/contracts/rules/units';
import { curvinessWithFigure } from '../lib/drives/curviness-text.js';
import { useUnits } from '../lib/store/store.js';
import { distanceText, durationText, numberText } from '../lib/text/units.js';
import { wayTexts } from '../texts/ways.js';
import { Figures } from './Figures.js';
import styles from './WayCards.module.css';

const words = wayTexts;
/** Towns named on a card; one more is named rather than counted. */
const TOWNS_MAX = 3;

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
  const percent = numberText(Math.round(100 * motorwayShare));
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
          <span>{percent === '0' ? words.noMotorway : words.motorway(`${percent} %`)}</span>
          <span>{townsText(towns)}</span>
        </span>
      )}
    </>
  );
}

function townsText(towns: readonly string[]): string {
  if (towns.length === 0) return words.noTown;
  const some =
    towns.length > TOWNS_MAX + 1 ? [...towns.slice(0, TOWNS_MAX), words.more(towns.length - TOWNS_MAX)] : towns;
  return words.through(new Intl.ListFormat('en-US').format(some));
}
