import { useStatsQuery } from '../../api/api.js';
import { useUnits } from '../../lib/store/store.js';
import { fromMeters, numberText } from '../../lib/text/units.js';
import { texts } from '../../texts/en.js';
import styles from './PublicStats.module.css';

const HOUR_SECONDS = 3_600;

/** Shows the totals of all public drives. Renders dashes until they load; the page does not wait for them. */
export function PublicStats() {
  const { data } = useStatsQuery();
  const units = useUnits();
  const figures = [
    [texts.landing.stats.drives, data?.count],
    [texts.landing.stats[units], data && fromMeters(data.distance, units)],
    [texts.landing.stats.hours, data && data.duration / HOUR_SECONDS],
    [texts.landing.stats.states, data?.states],
    [texts.landing.stats.countries, data?.countries],
  ] as const;
  return (
    <section aria-label={texts.landing.stats.title}>
      <dl className={styles.stats}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value === undefined ? '–' : numberText(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
