import { NO_ROADS_NOTE } from '@switchback/contracts/rules/directions';
import { figureText } from '@switchback/contracts/rules/units';
import { Figures } from '../../components/Figures.js';
import { curvinessText } from '../../lib/drives/curviness-text.js';
import { distanceText, durationText, numberText } from '../../lib/text/units.js';
import { useUnits } from '../../lib/store/store.js';
import { detailsTexts } from '../../texts/details.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import styles from './Editor.module.css';
import type { RouteFigures } from './legs.js';

const words = editorRouteTexts;

/** Shows distance, duration and curviness of the route, and announces every change to screen readers. */
export function RouteFiguresLine({ figures }: { figures: RouteFigures }) {
  const units = useUnits();
  const { distance, duration, curviness, approximate, note } = figures;
  return (
    <div className={styles.figures} role="status" aria-label={words.figures}>
      <p>
        <strong>
          <Figures text={figureText(distanceText(distance, units), approximate)} />
        </strong>
        <Figures text={figureText(durationText(duration), approximate)} />
        <span>{curvinessText(curviness)}</span>
      </p>
      {approximate && <p className={styles.status}>{note ?? detailsTexts.approximate}</p>}
    </div>
  );
}

/** Says what to do where there is no road data. */
export function RoadlessHelp({ figures: { approximate, note } }: { figures: RouteFigures }) {
  if (!approximate || (note !== undefined && note !== NO_ROADS_NOTE)) return null;
  return <p className={styles.status}>{words.roadless}</p>;
}

/** Lists the turns, if the router returns any. */
export function TurnList({ turns }: Pick<RouteFigures, 'turns'>) {
  const units = useUnits();
  if (turns.length === 0) return null;
  return (
    <details className={styles.turns}>
      <summary>{words.turns(numberText(turns.length))}</summary>
      <ol>
        {turns.map(({ text, distance }, index) => (
          <li key={index}>
            {text} <span className={styles.status}>{distanceText(distance, units)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
