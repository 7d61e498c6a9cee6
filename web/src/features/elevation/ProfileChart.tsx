import { type ComponentProps, memo, useId } from 'react';
import { useUnits } from '../../lib/store/store.js';
import { fromMeters, numberText } from '../../lib/text/units.js';
import { texts } from '../../texts/en.js';
import { elevationTexts } from '../../texts/elevation.js';
import { CHART_HEIGHT, CHART_WIDTH, type ChartScale, outlinesOf } from './chart-scale.js';
import styles from './Elevation.module.css';
import { heightAt, type Profile } from './profile.js';
import type { ProfileMark } from './profile-marks.js';
import { nameOf, placeText } from './profile-text.js';
import type { Stretch } from './use-profile-cursor.js';

const words = elevationTexts;

/** The end of a drive in the profile of several. */
export interface ProfileBorder {
  meters: number;
  kind: 'drive' | 'day';
}

interface Props extends Pick<ComponentProps<'div'>, 'onPointerDown' | 'onKeyDown'> {
  profile: Profile;
  scale: ChartScale;
  marks: readonly ProfileMark[];
  borders: readonly ProfileBorder[];
  /** The cursor's place; null while there is none. */
  at: number | null;
  /** The mark at the cursor. */
  mark: ProfileMark | undefined;
  stretch: Stretch | null;
  /** The handles of a cut, as shares of the whole. */
  cut: Stretch | null;
}

/** The profile as an area over the distance: a slider whose value is the cursor's place. */
export function ProfileChart({ profile, scale, marks, borders, at, mark, stretch, cut, ...handlers }: Props) {
  const units = useUnits();
  const hint = useId();
  const place = at ?? 0;
  return (
    <div className={styles.chart}>
      <Axes scale={scale} />
      <div
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={words.profile}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={rounded(fromMeters(profile.totalMeters, units))}
        aria-valuenow={rounded(fromMeters(place, units))}
        aria-valuetext={words.parts(placeText(profile, place, units), mark === undefined ? '' : nameOf(mark))}
        {...handlers}
      >
        <Outline profile={profile} scale={scale} />
        {stretch !== null && (
          <div
            className={styles.stretch}
            style={{ left: percent(scale.x(stretch[0])), right: percent(1 - scale.x(stretch[1])) }}
          />
        )}
        {cut !== null && (
          <div className={styles.cut} style={{ left: percent(cut[0]), right: percent(1 - cut[1]) }} data-cut />
        )}
        {borders.map(({ meters, kind }) => (
          <div key={meters} className={styles.border} data-kind={kind} style={{ left: percent(scale.x(meters)) }} />
        ))}
        {marks.map((each) => (
          <span
            key={`${each.kind} ${each.meters}`}
            className={styles.mark}
            data-kind={each.kind}
            data-current={each === mark}
            style={{ left: percent(scale.x(each.meters)), bottom: percent(scale.y(each.height)) }}
          />
        ))}
        {at !== null && <Cursor profile={profile} scale={scale} at={at} />}
      </div>
      <p id={hint} className="visually-hidden">
        {words.keys}
      </p>
    </div>
  );
}

function Cursor({ profile, scale, at }: Pick<Props, 'profile' | 'scale'> & { at: number }) {
  const height = heightAt(profile, at);
  return (
    <>
      <div className={styles.cursor} style={{ left: percent(scale.x(at)) }} data-cursor />
      {height !== null && (
        <div className={styles.dot} style={{ left: percent(scale.x(at)), bottom: percent(scale.y(height)) }} />
      )}
    </>
  );
}

/** Stays as it is while the cursor moves. */
const Outline = memo(function Outline({ profile, scale }: Pick<Props, 'profile' | 'scale'>) {
  const { line, area } = outlinesOf(profile, scale);
  return (
    <svg
      className={styles.outline}
      viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path className={styles.area} d={area} />
      <path className={styles.line} d={line} />
    </svg>
  );
});

/** Labels at round distances and heights; the unit is on the last of each. */
function Axes({ scale: { distances, heights } }: Pick<Props, 'scale'>) {
  const units = useUnits();
  return (
    <div aria-hidden>
      {heights.map(({ value, share }, index) => (
        <div key={value} className={styles.heightTick} style={{ bottom: percent(share) }}>
          <span>{index < heights.length - 1 ? numberText(value) : texts.units.heights[units](numberText(value))}</span>
        </div>
      ))}
      {distances.map(({ value, share }, index) => (
        <span key={value} className={styles.distanceTick} style={{ left: percent(share) }}>
          {index < distances.length - 1 ? numberText(value, 1) : texts.units[units](numberText(value, 1))}
        </span>
      ))}
    </div>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
