import { Button, Rating, Slider } from '@mantine/core';
import '@mantine/core/styles/Rating.css';
import '@mantine/core/styles/Slider.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { REVIEW_AXES, type ReviewAxis } from '@switchback/contracts/rules/reviews';
import { type ReactNode, useId } from 'react';
import { numberText } from '../lib/units.js';
import { ratingTexts } from '../texts/rating.js';
import { texts } from '../texts/en.js';
import styles from './RatingFields.module.css';

const words = ratingTexts;
const STAR_SIZE = 42;

interface Props {
  value: Readonly<Record<ReviewAxis, number | null>>;
  onChange: (change: Partial<Record<ReviewAxis, number | null>>) => void;
  /** What stands below a rating. */
  below?: (axis: ReviewAxis) => ReactNode;
}

/** A person's own rating: stars in halves, and three axes from 0 to 10. Each can be left out. */
export function RatingFields({ value, onChange, below }: Props) {
  return REVIEW_AXES.map((axis) => (
    <div key={axis}>
      <RatingField axis={axis} value={value[axis]} onChange={(rating) => onChange({ [axis]: rating })} />
      {below?.(axis)}
    </div>
  ));
}

interface FieldProps {
  axis: ReviewAxis;
  value: number | null;
  onChange: (value: number | null) => void;
}

function RatingField({ axis, value, onChange }: FieldProps) {
  const id = useId();
  const isStars = axis === 'starRating';
  const max = isStars ? LIMITS.starsMax : LIMITS.ratingMax;
  const shown = value === null ? words.unrated : `${numberText(value, 1)} / ${max}`;
  return (
    <div role="group" aria-labelledby={id} className={styles.rating}>
      <div className={styles.head}>
        <span id={id} className={styles.label}>
          {words.axes[axis]}
        </span>
        <span className={styles.value}>{shown}</span>
        {value !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {texts.clear}
            <span className="visually-hidden"> {words.axes[axis]}</span>
          </Button>
        )}
      </div>
      {isStars ? (
        <Rating
          fractions={2}
          size={STAR_SIZE}
          value={value ?? 0}
          getSymbolLabel={(stars) => words.stars(numberText(stars, 1))}
          // 0 stars clear the rating.
          onChange={(stars) => onChange(stars === 0 ? null : stars)}
        />
      ) : (
        <Slider
          min={0}
          max={max}
          value={value ?? 0}
          label={null}
          thumbSize={24}
          thumbLabel={words.axes[axis]}
          thumbProps={{ 'aria-valuetext': shown }}
          onChange={onChange}
        />
      )}
    </div>
  );
}
