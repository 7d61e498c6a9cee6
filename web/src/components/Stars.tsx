import { shownStars } from '@switchback/contracts/rules/units';
import { numberText } from '../lib/units.js';
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
  /** 0 to 5, or null without a rating; drawn in half steps. */
  rating: number | null;
  reviewCount: number;
  /** The source of the stars before the first review: the editors for an official drive, else its author. */
  official: boolean;
}

/** Five stars, next to the number of reviews, or to their source before the first review. */
export function Stars({ rating, reviewCount, official }: Props) {
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
        {reviewCount === 0 ? (
          <>
            {official ? texts.stars.byEditors : texts.stars.byAuthor}
            <span className="visually-hidden">, {texts.stars.noReviews}</span>
          </>
        ) : (
          <>
            <span aria-hidden="true">({numberText(reviewCount)})</span>
            <span className="visually-hidden">{texts.stars.reviews(reviewCount, numberText(reviewCount))}</span>
          </>
        )}
      </span>
    </span>
  );
}
