import { STAR_LEVELS } from '@switchback/contracts/rules/reviews';
import { reviewTexts } from '../../../texts/reviews.js';
import styles from './Reviews.module.css';

const words = reviewTexts;

/** Shows the number of reviews per star level, highest first; renders nothing without reviews. */
export function StarDistribution({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts);
  if (most <= 0) return null;
  return (
    <ul className={styles.distribution} aria-label={words.distribution}>
      {STAR_LEVELS.toReversed().map((level) => {
        const count = counts[level - 1] ?? 0;
        return (
          <li key={level}>
            <span>{words.level(level)}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span>
              {count}
              <span className="visually-hidden"> {words.count(count)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
