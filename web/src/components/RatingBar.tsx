import { numberText } from '../lib/text/units.js';
import { detailsTexts } from '../texts/details.js';
import styles from './DriveFacts.module.css';

const words = detailsTexts.ratings;
const MAX = 10;

interface Props {
  label: string;
  rating: number;
  /** Words for 0 and 10, if the label leaves open which of them is better. */
  ends?: { least: string; most: string };
}

/** One of the three ratings, 0 to 10, as a bar and as text. */
export function RatingBar({ label, rating, ends }: Props) {
  return (
    <div className={styles.rating}>
      <span>{label}</span>
      <span className={styles.ratingValue}>{words.value(numberText(rating, 1))}</span>
      <div className={styles.ratingBar} aria-hidden="true">
        <div style={{ width: `${(rating / MAX) * 100}%` }} />
      </div>
      {ends !== undefined && (
        <>
          <span className={styles.ratingEnd}>{ends.least}</span>
          <span className={styles.ratingEnd}>{ends.most}</span>
        </>
      )}
    </div>
  );
}
