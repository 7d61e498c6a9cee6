import type { Collection } from '@switchback/contracts/resources/collection';
import { isTrip } from '@switchback/contracts/rules/collections';
import { type ComponentProps, Suspense, useRef } from 'react';
import { isKnown } from '../../../components/Gain.js';
import { lazyComponent } from '../../../components/lazy-component.js';
import { useSeen } from '../../../lib/page/use-seen.js';
import { elevationTexts } from '../../../texts/elevation.js';
import styles from './Collections.module.css';
import { driveOf } from './items/driven.js';

const TripElevation = lazyComponent(() => import('./TripElevation.js'), 'notice');

type Props = ComponentProps<typeof TripElevation>;

/** The elevation of a trip below a heading, loaded near the screen; nothing if no drive has known elevations. */
export function ElevationSection({ collection, drives }: Props) {
  if (!isTrip(collection) || ![...drives.values()].some(({ gain }) => isKnown(gain))) return null;
  return <Section collection={collection} drives={drives} />;
}

function Section(props: Props) {
  const place = useRef<HTMLElement>(null);
  const seen = useSeen(place);
  return (
    <section ref={place} aria-label={elevationTexts.title} className={styles.elevation}>
      <h2 className={styles.elevationTitle}>{elevationTexts.title}</h2>
      <Suspense fallback={<p className={styles.note}>{elevationTexts.loading}</p>}>
        {seen && <TripElevation {...props} />}
      </Suspense>
    </section>
  );
}

/** Sums up the ascent of a collection's drives in meters; null if that of one is unknown. */
export function gainOf({ items }: Pick<Collection, 'items'>, drives: Props['drives']): number | null {
  const gains = items.flatMap((item) => (item.place ? [] : [driveOf(drives, item)?.gain]));
  return gains.length > 0 && gains.every(isKnown) ? gains.reduce((sum, gain) => sum + gain, 0) : null;
}
