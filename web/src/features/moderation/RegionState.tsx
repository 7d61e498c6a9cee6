import { useSettingsQuery } from '../../api/api.js';
import { dayText } from '../../lib/text/day-text.js';
import { moderationTexts } from '../../texts/moderation.js';
import styles from './Moderation.module.css';

const POLL_MS = 3_000;
const words = moderationTexts.region;

/** Tells the staff how far the build of the region's map is; nothing without an extract. */
export function RegionState() {
  const { data } = useSettingsQuery();
  const isBuilding = data?.region?.state === 'building';
  useSettingsQuery(undefined, { pollingInterval: isBuilding ? POLL_MS : 0, skipPollingIfUnfocused: true });
  const region = data?.region;
  if (!region) return null;
  const { state, progress, date } = region;
  return (
    <p className={styles.hint}>
      {state === 'building'
        ? words.building(Math.floor(progress * 100))
        : state === 'failed'
          ? words.failed
          : words.ready(date === null ? null : dayText(date))}
    </p>
  );
}
