import { TogglePill } from '../../../components/TogglePill.js';
import { roadsTexts } from '../../../texts/roads.js';
import styles from './Roads.module.css';
import type { Roads } from './use-roads.js';

/** Over the map: shows the curviest roads of the region, where the map shows it. */
export function RoadsSwitch({ roads: { isOffered, isOn, toggle } }: { roads: Roads }) {
  if (!isOffered) return null;
  return (
    <div className={styles.switch}>
      <TogglePill pressed={isOn} onToggle={toggle}>
        {roadsTexts.title}
      </TogglePill>
    </div>
  );
}
