import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { shownStars } from '@switchback/contracts/rules/units';
import { numberText } from '../lib/text/units.js';
import { texts } from '../texts/en.js';
import styles from './Stars.module.css';

const STAR = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8L10 14.9l-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z';
const FIVE = [0, 1, 2, 3, 4];

function Row() {
  return (
    <svg viewBox="0 0 104 20" className={styles.row} aria-hidden="true" focusable="false">
      {FIVE.map((index) => (
        <path key={index} d={STAR} transform={`translate(${index * 21} 0)`} />
      ))}
    </svg>
  );
}

interface Props {
  /** Stars from 0 to 5, or null without a rating, drawn in half steps. Until a review rates them, they are the author's. */
  drive: Pick<DriveSummary, 'starRating' | 'reviewCount' | 'starReviewCount' | 'official'>;
}

/** Five stars, next to the number of reviews that rate them, or to their source without any. */
export function Stars({ drive: { starRating: rating, reviewCount, starReviewCount, official } }: Props) {
  if (rating === null) return <span className={styles.unrated}>{texts.stars.unrated}</span>;
  const shown = shownStars(rating);
  return (
    <span className={styles.stars}>
      <span className={styles.rows} role="img" aria-label={texts.stars.rated(numberText(rating, 1))}>
        <Row />
        <span className={styles.filled} style={{ clipPath: `inset(0 ${100 - (shown / 5) * 100}% 0 0)` }}>
          <Row />
        </span>
      </span>
      <span className={styles.count}>
        {starReviewCount === 0 ? (
          <>
            {official ? texts.stars.byEditors : texts.stars.byAuthor}
            {reviewCount === 0 && <span className="visually-hidden">, {texts.stars.noReviews}</span>}
          </>
        ) : (
          <>
            <span aria-hidden="true">({numberText(starReviewCount)})</span>
            <span className="visually-hidden">{texts.stars.reviews(starReviewCount, numberText(starReviewCount))}</span>
          </>
        )}
      </span>
    </span>
  );
}
