import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { type DrivenPart, stretchWithin } from '@switchback/geo/driven-part';
import type { CSSProperties, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { Character, Facts, Where } from '../../../../components/DriveCard.js';
import { DrivePicture } from '../../../../components/DrivePicture.js';
import { IconMapPin } from '../../../../components/icons.js';
import { Silhouette } from '../../../../components/Silhouette.js';
import { titleOf } from '../../../../lib/drives/drive-title.js';
import { useUnits } from '../../../../lib/store/store.js';
import { distanceText } from '../../../../lib/text/units.js';
import { detailsTexts } from '../../../../texts/details.js';
import { tripTexts } from '../../../../texts/trips.js';
import { useOpeningLink } from '../use-open-drive.js';
import styles from './Items.module.css';
import type { Stop } from './plan-days.js';
import { type Approach, WayLine } from './WayLine.js';

const words = tripTexts;

export interface RowProps {
  stop: Stop;
  /** As it is driven. Undefined for a place, and while it loads. */
  drive: DriveSummary | undefined;
  /** With its whole length, in its own direction. */
  whole: DriveSummary | undefined;
  /** The way that leads to it; undefined if there is none. */
  approach: Approach | undefined;
  isMarked: boolean;
  onMark: (driveId: string | null) => void;
}

interface Props extends RowProps {
  rowRef?: Ref<HTMLLIElement>;
  style?: CSSProperties;
  isDragged?: boolean;
  /** Covers the number. */
  handle?: ReactNode;
  options?: ReactNode;
  /** In place of the note. */
  note?: ReactNode;
}

/** An item of a collection: the way to it, its number, its drive as a small card, and its note. */
export function ItemRow(props: Props) {
  const { stop, drive, whole, approach, isMarked, onMark, rowRef, style, isDragged, handle, options, note } = props;
  const { item, key, index } = stop;
  const title = item.place?.label ?? titleOf(drive ?? { title: '' });
  const mark = () => onMark(item.driveId);
  const unmark = () => onMark(null);
  return (
    <li
      ref={rowRef}
      className={styles.row}
      style={style}
      data-item={key}
      data-drive-card={item.driveId}
      data-dragged={isDragged}
    >
      {approach !== undefined && <WayLine approach={approach} to={title} isToPlace={item.place !== undefined} />}
      <div
        className={styles.card}
        data-marked={isMarked}
        onPointerEnter={mark}
        onPointerLeave={unmark}
        onFocus={mark}
        onBlur={unmark}
      >
        <div className={styles.lead} data-draggable={handle !== undefined}>
          <span>{words.item.number(index + 1)}</span>
          {handle}
        </div>
        {item.place !== undefined ? (
          <PlaceLines label={item.place.label} />
        ) : drive === undefined ? (
          <p className={styles.loading}>{words.loadingDrive}</p>
        ) : (
          <DriveLines stopKey={key} drive={drive}>
            {item.part && whole && <PartLine part={item.part} whole={whole} />}
          </DriveLines>
        )}
        {options}
        {note ?? (item.note !== '' && <p className={styles.note}>{item.note}</p>)}
      </div>
    </li>
  );
}

/** On paper, where the drive starts and ends. */
function PrintedEnds({ drive: { startAddress, endAddress } }: { drive: DriveSummary }) {
  const isLoop = startAddress === endAddress;
  return (
    <p className={styles.printedEnds} aria-hidden="true">
      {startAddress !== '' && `${detailsTexts.start}: ${startAddress}`}
      {startAddress !== '' && endAddress !== '' && !isLoop && ' · '}
      {endAddress !== '' && !isLoop && `${detailsTexts.end}: ${endAddress}`}
    </p>
  );
}

function PlaceLines({ label }: { label: string }) {
  return (
    <>
      <div className={styles.placeMark}>
        <IconMapPin size={28} />
      </div>
      <div className={styles.text}>
        <h3 className={styles.title}>{label}</h3>
      </div>
    </>
  );
}

/** Tells how much of its drive the item is, and in which direction. */
function PartLine({ part, whole: { distance } }: { part: DrivenPart; whole: DriveSummary }) {
  const units = useUnits();
  const stretch = stretchWithin(part, distance);
  const text = (meters: number) => distanceText(meters, units);
  return (
    <p className={styles.part}>
      {stretch !== null && words.part.of(text(stretch.from), text(stretch.to), text(distance))}
      {stretch !== null && part.reversed && ' · '}
      {part.reversed && words.part.reversed}
    </p>
  );
}

interface LinesProps {
  stopKey: string;
  drive: DriveSummary;
  children: ReactNode;
}

function DriveLines({ stopKey, drive, children }: LinesProps) {
  const units = useUnits();
  const link = useOpeningLink(stopKey);
  return (
    <>
      <div className={styles.picture}>
        <DrivePicture drive={drive} size="small" />
      </div>
      {/* Photos further down the page may not have loaded when it is printed. */}
      <div className={styles.printedPicture}>
        <Silhouette path={drive.overviewPath} approximate={drive.approximate} />
      </div>
      <div className={styles.text}>
        <h3 className={styles.title}>
          <Link {...link} preventScrollReset>
            {titleOf(drive)}
          </Link>
        </h3>
        {children}
        <Facts drive={drive} units={units} />
        <Character drive={drive} units={units} />
        <Where drive={drive} away={undefined} />
        <PrintedEnds drive={drive} />
      </div>
    </>
  );
}
