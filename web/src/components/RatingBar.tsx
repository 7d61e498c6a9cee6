import { numberText } from '../lib/units.js';
import { detailsTexts } from '../texts/details.js';
import styles from './DriveFacts.module.css';

const words = detailsTexts.ratings;
const MAX = 10;

/** One of the three ratings, 0 to 10, as a bar and as text. */
export function RatingBar({ label, rating }: { label: string; rating: number | null }) {
  return (
    <div className={styles.rating}>
      <span>{label}</span>
      <span className={styles.ratingValue}>{rating === null ? words.unrated : words.value(numberText(rating, 1))}</span>
      <div className={styles.ratingBar} aria-hidden="true">
        <div style={{ width: `${((rating ?? 0) / MAX) * 100}%` }} />
      </div>
    </div>
  );
}
