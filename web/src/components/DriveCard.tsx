import type { Units } from '@switchback/contracts/rules/units';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { DriveCardData } from '../api/types.js';
import { curvinessText } from '../lib/drives/curviness-text.js';
import { landTraits } from '../lib/drives/drive-tags.js';
import { drivenDistance, drivenDuration } from '../lib/drives/figure-texts.js';
import { driveLink } from '../lib/search/explore-links.js';
import { stateOf } from '../lib/drives/road-name.js';
import { titleOf } from '../lib/drives/drive-title.js';
import { useDriveState } from '../lib/drives/use-drive-state.js';
import { texts } from '../texts/en.js';
import { type Compared, CompareTick } from './CompareTick.js';
import { DriveMarks } from './DriveMarks.js';
import { DrivePicture } from './DrivePicture.js';
import styles from './DriveCard.module.css';
import { Figures } from './Figures.js';
import { Gain, isKnown } from './Gain.js';
import { Stars } from './Stars.js';
import { topRankedText } from './TopRanked.js';

/** S, M and L are for lists below 460, below 950 and from 950 pixels wide; a tile is for carousels. */
export type CardSize = 'S' | 'M' | 'L' | 'tile';

/** Heights in pixels, equal for all cards of a size, so that long lists need no measuring. */
export const CARD_HEIGHTS: Record<CardSize, number> = { S: 170, M: 202, L: 228, tile: 312 };

interface Props {
  drive: DriveCardData;
  /** Drives of the road's sections in single states, which the card links to. */
  sections?: readonly DriveCardData[] | undefined;
  size: CardSize;
  units: Units;
  /** The card's link. */
  to: string;
  active?: boolean;
  /** Distance of its start from the person or the searched place. */
  away?: string | undefined;
  /** Names of tags that most of the cards around it have. */
  common?: ReadonlySet<string> | undefined;
  /** Whether the drive is ticked for a comparison, or cannot be; undefined where there is none. */
  compared?: Compared | undefined;
  onCompare?: ((id: string, isTicked: boolean) => void) | undefined;
  onOpen?: (drive: DriveCardData) => void;
  onHover?: (id: string | null) => void;
}

/** A drive as a card. The whole card is one link, but its text is read as text. */
export const DriveCard = memo(function DriveCard(props: Props) {
  const { drive, sections = [], size, units, to, active, away, common, compared, onOpen, onCompare, onHover } = props;
  const opens = (chosen: DriveCardData) => (event: MouseEvent) => {
    if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(chosen);
  };
  return (
    <article
      className={styles.card}
      data-size={size}
      data-active={active}
      data-drive-card={drive.id}
      style={{ height: CARD_HEIGHTS[size] }}
      onPointerEnter={() => onHover?.(drive.id)}
      onPointerLeave={() => onHover?.(null)}
      onFocus={() => onHover?.(drive.id)}
      onBlur={() => onHover?.(null)}
    >
      <div className={styles.picture}>
        <DrivePicture drive={drive} size={size === 'S' ? 'small' : 'medium'} />
      </div>
      <div className={styles.text}>
        <h3 className={styles.title}>
          <Link to={to} className={styles.link} onClick={opens(drive)} {...(active ? { 'aria-current': 'true' } : {})}>
            {titleOf(drive)}
          </Link>
        </h3>
        {drive.starRating !== null && <Stars drive={drive} />}
        <Facts drive={drive} units={units} />
        <Character drive={drive} units={units} common={common} />
        {sections.length > 0 ? <Sections sections={sections} opens={opens} /> : <Where drive={drive} away={away} />}
        {(size === 'M' || size === 'L') && (
          <p className={styles.description}>
            {drive.description || texts.card.from(drive.startAddress, drive.endAddress)}
          </p>
        )}
      </div>
      <div className={styles.marks}>
        <DriveMarks drive={drive} narrow={size === 'S' || size === 'tile'} />
      </div>
      {compared !== undefined && onCompare !== undefined && (
        <CompareTick drive={drive} compared={compared} onCompare={onCompare} />
      )}
    </article>
  );
});

/** Distance, duration and flag: the state of a drive that is not simply public, else whether it is official. */
export function Facts({ drive, units }: Pick<Props, 'drive' | 'units'>) {
  const state = useDriveState(drive);
  const flag = state === null ? drive.official && texts.card.official : texts.account.driveStates[state];
  return (
    <p className={styles.facts}>
      <Figures text={drivenDistance(drive, units)} />
      <Figures text={drivenDuration(drive)} />
      {flag && <span className={styles.flag}>{flag}</span>}
    </p>
  );
}

/** The traits that tell the drive from its neighbors, most telling first. */
export function Character({ drive, units, common }: Pick<Props, 'drive' | 'units' | 'common'>) {
  const tags = landTraits(drive, units, common);
  const curviness = curvinessText(drive.curviness);
  const traits: { key: string; shown: ReactNode }[] = [
    ...(curviness === '' ? [] : [{ key: curviness, shown: curviness }]),
    ...(isKnown(drive.gain) ? [{ key: 'gain', shown: <Gain meters={drive.gain} /> }] : []),
    ...tags.map((tag) => ({ key: tag, shown: tag })),
  ];
  if (traits.length === 0) return null;
  return (
    <p className={styles.character}>
      {traits.map(({ key, shown }, index) => (
        <span key={key}>
          {index > 0 && ' · '}
          {shown}
        </span>
      ))}
    </p>
  );
}

interface SectionsProps {
  sections: readonly DriveCardData[];
  opens: (drive: DriveCardData) => (event: MouseEvent) => void;
}

/** Links to the road's sections, in place of the states that name them. */
function Sections({ sections, opens }: SectionsProps) {
  return (
    <p className={styles.sections}>
      <span>{texts.card.sections}</span>
      {sections.map((section) => (
        <Link key={section.id} to={driveLink(section)} onClick={opens(section)}>
          {stateOf(section) ?? titleOf(section)}
        </Link>
      ))}
    </p>
  );
}

/** Distance to the drive, and its states, or its countries, unless it is top ranked in one. */
export function Where({ drive, away }: Pick<Props, 'drive' | 'away'>) {
  const states = drive.statesOrProvinces.map(({ name }) => name).join(', ');
  const place = states === '' ? drive.countries.map(({ country }) => country.name).join(', ') : states;
  const region = topRankedText({ ...drive.rankings, world: false }) || place;
  return (
    <p className={styles.where}>
      {away !== undefined && <span>{away}</span>}
      {region !== '' && <span>{region}</span>}
    </p>
  );
}
