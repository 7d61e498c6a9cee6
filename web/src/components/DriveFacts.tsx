import { partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { Bends } from './Bends.js';
import { DriveStateFlag } from './DriveStateFlag.js';
import { Figures } from './Figures.js';
import { Gain, isKnown } from './Gain.js';
import { Stars } from './Stars.js';
import { curvinessWithFigure } from '../lib/drives/curviness-text.js';
import { useUnits } from '../lib/store/store.js';
import { isFromMap, tagText } from '../lib/drives/drive-tags.js';
import { drivenDistance, drivenDuration } from '../lib/drives/figure-texts.js';
import { numberText } from '../lib/text/units.js';
import { detailsTexts } from '../texts/details.js';
import styles from './DriveFacts.module.css';
import type { DriveDetails, Tag } from '@switchback/contracts/resources/drive';
import { RatingBar } from './RatingBar.js';
import { TopRanked } from './TopRanked.js';

const words = detailsTexts;

/** Fields to read; the legs are only for navigation. */
type ReadableDrive = Omit<DriveDetails, 'directions'>;

interface HeadlineProps {
  drive: ReadableDrive;
  /** Distance of its start from the person or the searched place. */
  away?: string | undefined;
}

/** Stars, distance, duration and ascent, state, and the drive's rankings. */
export function Headline({ drive, away }: HeadlineProps) {
  const { reviewCount, starReviewCount } = drive;
  const units = useUnits();
  const parts = useMemo(() => partsOf(decodePolyline(drive.path)).length, [drive.path]);
  return (
    <>
      <Stars drive={drive} />
      {reviewCount > starReviewCount && (
        <p className={styles.note}>{words.ratings.withStars(reviewCount, numberText(reviewCount), starReviewCount)}</p>
      )}
      <p className={styles.facts}>
        <Figures text={drivenDistance(drive, units)} />
        {parts > 1 && <span>{words.parts(parts)}</span>}
        <Figures text={drivenDuration(drive)} />
        {isKnown(drive.gain) && <Gain meters={drive.gain} />}
        {away !== undefined && <span className={styles.away}>{away}</span>}
        {drive.official && <span className={styles.flag}>{words.official}</span>}
        <DriveStateFlag drive={drive} className={styles.flag} />
      </p>
      <TopRanked rankings={drive.rankings} className={styles.ranked} />
    </>
  );
}

/** The drive's start and end, and the reasons for its estimates. */
export function Ends({ drive }: { drive: ReadableDrive }) {
  return (
    <>
      {drive.approximate && <p className={styles.note}>{words.approximate}</p>}
      {drive.durationSource === 'estimated' && <p className={styles.note}>{words.estimatedDuration}</p>}
      <dl className={styles.ends}>
        {drive.startAddress !== '' && (
          <>
            <dt>{words.start}</dt>
            <dd>{drive.startAddress}</dd>
          </>
        )}
        {drive.endAddress !== '' && (
          <>
            <dt>{words.end}</dt>
            <dd>{drive.endAddress}</dd>
          </>
        )}
      </dl>
    </>
  );
}

/** The drive's creator; nothing once their account is deleted. */
export function Creator({ drive: { official, created } }: { drive: ReadableDrive }) {
  if (official || created.user === null) return null;
  const { id, username } = created.user;
  return (
    <p className={styles.creator}>
      <Link to={`/profile/${encodeURIComponent(id)}`}>{words.creator(username)}</Link>
    </p>
  );
}

/**
 * Bars for the known ratings, a line for those that are the author's own, and one for the others, unless the missing
 * stars say that nobody rated the drive.
 */
export function Ratings({ drive }: { drive: ReadableDrive }) {
  const { intensity, quality, traffic } = words.ratings;
  const all = [
    { axis: 'intensityRating' as const, label: intensity },
    { axis: 'roadQualityRating' as const, label: quality },
    { axis: 'trafficRating' as const, label: traffic, ends: words.ratings.trafficEnds },
  ].map((bar) => ({ ...bar, rating: drive[bar.axis] }));
  const rated = all.flatMap(({ rating, ...bar }) => (rating === null ? [] : [{ ...bar, rating }]));
  const own = rated.filter(({ axis }) => drive.authorRatings.includes(axis)).map(({ label }) => label);
  const unrated = all.filter(({ rating }) => rating === null).map(({ label }) => label);
  const source = drive.official ? 'editors' : 'author';
  const isUnrated = rated.length === 0 && drive.starRating === null;
  return (
    <>
      {rated.length > 0 && (
        <div className={styles.ratings}>
          {rated.map(({ axis, ...bar }) => (
            <RatingBar key={axis} {...bar} />
          ))}
        </div>
      )}
      {own.length > 0 && <p className={styles.note}>{words.ratings.by[source](own.join(', '))}</p>}
      {unrated.length > 0 && !isUnrated && <p className={styles.note}>{words.ratings.unrated(unrated.join(', '))}</p>}
    </>
  );
}

/** Computed facts: curviness, and the states and countries on the route. */
export function Measures({ drive }: { drive: ReadableDrive }) {
  const curviness = curvinessWithFigure(drive.curviness, useUnits());
  const countries = drive.countries.map(({ country }) => country.name).join(', ');
  const states = drive.statesOrProvinces.map(({ name }) => name).join(', ');
  return (
    <dl className={styles.measures}>
      {curviness !== '' && (
        <>
          <dt>{words.facts.curviness}</dt>
          <dd>
            {curviness}
            <Bends drive={drive} />
          </dd>
        </>
      )}
      {states !== '' && (
        <>
          <dt>{words.facts.states}</dt>
          <dd>{states}</dd>
        </>
      )}
      {countries !== '' && (
        <>
          <dt>{words.facts.countries}</dt>
          <dd>{countries}</dd>
        </>
      )}
    </dl>
  );
}

/** The author's tags, and apart from them those that the map shows along the line. */
export function Tags({ drive }: { drive: ReadableDrive }) {
  const units = useUnits();
  const [mapped, chosen] = [drive.tags.filter(isFromMap), drive.tags.filter((tag) => !isFromMap(tag))];
  const list = (tags: readonly Tag[], label: string) => (
    <ul className={styles.tags} aria-label={label}>
      {tags.map((tag) => (
        <li key={`${tag.category}:${tag.name}`} data-source={tag.source}>
          {tagText(tag, drive, units)}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {chosen.length > 0 && list(chosen, words.tags)}
      {mapped.length > 0 && (
        <div className={styles.mapTags}>
          <span className={styles.note} aria-hidden>
            {words.mapTags}
          </span>
          {list(mapped, words.mapTags)}
        </div>
      )}
    </>
  );
}
