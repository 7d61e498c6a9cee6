import { distanceText, durationText, numberText } from '../../lib/units.js';
import { useUnits } from '../../lib/store.js';
import { detailsTexts } from '../../texts/details.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { texts } from '../../texts/en.js';
import styles from './Editor.module.css';
import type { RouteFigures } from './legs.js';

/** How long the route is, what it takes, and how curvy it is; told anew whenever it changes. */
export function RouteFiguresLine({ figures }: { figures: RouteFigures }) {
  const units = useUnits();
  const { distance, duration, curvinessPerKilometer, approximate } = figures;
  const mark = (text: string) => (approximate ? texts.units.approximately(text) : text);
  return (
    <div className={styles.figures} role="status" aria-label={editorRouteTexts.figures}>
      <p>
        <strong>{mark(distanceText(distance, units))}</strong>
        <span>{mark(durationText(duration))}</span>
        {curvinessPerKilometer !== null && <span>{editorRouteTexts.curviness(numberText(curvinessPerKilometer))}</span>}
      </p>
      {approximate && <p className={styles.status}>{detailsTexts.approximate}</p>}
    </div>
  );
}
