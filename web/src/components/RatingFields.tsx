import { Button, Rating, Slider } from '@mantine/core';
import '@mantine/core/styles/Rating.css';
import '@mantine/core/styles/Slider.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { REVIEW_AXES, type ReviewAxis } from '@switchback/contracts/rules/reviews';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { numberText } from '../lib/text/units.js';
import { ratingTexts } from '../texts/rating.js';
import { texts } from '../texts/en.js';
import styles from './RatingFields.module.css';

const words = ratingTexts;
const STAR_SIZE = 42;

interface Props {
  value: Readonly<Record<ReviewAxis, number | null>>;
  onChange: (change: Partial<Record<ReviewAxis, number | null>>) => void;
  /** Content below a rating. */
  below?: (axis: ReviewAxis) => ReactNode;
}

/** A person's own rating: stars in halves, and three axes from 0 to 10. Each is optional. */
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
  const max = LIMITS.ratingMax;
  // The spec shows stars out of 10, too, so that all four ratings compare.
  const ofTen = value !== null && isStars ? (value / LIMITS.starsMax) * max : value;
  const shown = ofTen === null ? words.unrated : `${numberText(ofTen, 1)} / ${max}`;
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
        <StarField value={value} onChange={onChange} />
      ) : (
        <>
          <Slider
            min={0}
            max={max}
            value={value ?? 0}
            label={null}
            thumbSize={24}
            thumbLabel={words.axes[axis]}
            thumbProps={{ 'aria-valuetext': shown, 'aria-describedby': `${id}-ends` }}
            onChange={onChange}
          />
          <p id={`${id}-ends`} className={styles.ends}>
            <span>{words.ends[axis].least}</span>
            <span className="visually-hidden"> {words.to} </span>
            <span>{words.ends[axis].most}</span>
          </p>
        </>
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 0.5, ArrowUp: 0.5, ArrowLeft: -0.5, ArrowDown: -0.5 };

/** Stars in halves: the library's own keys would only highlight a star. 0 stars clear the rating. */
function StarField({ value, onChange }: Pick<FieldProps, 'value' | 'onChange'>) {
  const stars = useRef<HTMLDivElement>(null);
  const choose = (chosen: number) => onChange(chosen === 0 ? null : chosen);
  useEffect(() => {
    const { activeElement } = document;
    if (stars.current?.contains(activeElement)) stars.current.querySelector<HTMLElement>('input:checked')?.focus();
  }, [value]);
  return (
    <Rating
      ref={stars}
      fractions={2}
      size={STAR_SIZE}
      value={value ?? 0}
      getSymbolLabel={(count) => words.stars(numberText(count, 1))}
      onChange={choose}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        choose(Math.min(Math.max((value ?? 0) + step, 0), LIMITS.starsMax));
      }}
    />
  );
}
