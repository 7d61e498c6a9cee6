import { Rating } from '@mantine/core';
import '@mantine/core/styles/Rating.css';
import { useId } from 'react';
import { numberText } from '../../../lib/text/units.js';
import { exploreTexts } from '../../../texts/explore.js';
import styles from './Filters.module.css';

const STAR_PIXELS = 42;

/** Selects a minimum number of stars, in half steps; "clear" resets it. */
export function RatingFilter({ stars, onChange }: { stars: number; onChange: (stars: number) => void }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div className={styles.ratingHead}>
        <span id={id} className={styles.label}>
          {exploreTexts.filters.rating}
        </span>
        {stars > 0 && (
          <button
            type="button"
            className={styles.clear}
            aria-label={exploreTexts.filters.clearRating}
            onClick={() => onChange(0)}
          >
            {exploreTexts.filters.clear}
          </button>
        )}
      </div>
      <Rating
        value={stars}
        fractions={2}
        size={STAR_PIXELS}
        color="var(--sb-star)"
        getSymbolLabel={(value) => exploreTexts.filters.ratingValue(numberText(value, 1))}
        onChange={onChange}
      />
    </div>
  );
}
