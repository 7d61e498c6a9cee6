import type { Elevation } from '@switchback/contracts/resources/drive';
import type { ElevationSource } from '@switchback/contracts/rules/drives';
import { ActionIcon } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import { useEffect, useMemo } from 'react';
import { linePointed, profileClosed, profileCursorMoved, stretchShown } from '../../lib/store/profile-slice.js';
import { useAppDispatch, useAppSelector, useUnits } from '../../lib/store/store.js';
import { heightText, numberText } from '../../lib/text/units.js';
import { elevationTexts } from '../../texts/elevation.js';
import { IconArrowsMaximize, IconZoomIn } from '../../components/page-icons.js';
import { scaleOf } from './chart-scale.js';
import styles from './Elevation.module.css';
import type { Profile } from './profile.js';
import { type ProfileBorder, ProfileChart } from './ProfileChart.js';
import type { MeasuredLine } from '@switchback/geo/measured-line';
import { marksOf, type ProfileMark, type ProfilePlace } from './profile-marks.js';
import { markText, nameOf, placeText, stretchTexts } from './profile-text.js';
import { type Stretch, useProfileCursor } from './use-profile-cursor.js';

const words = elevationTexts;
const NO_BORDERS: readonly ProfileBorder[] = [];

export interface ProfileFacts extends Pick<Elevation, 'gain' | 'loss' | 'highest' | 'steepest'> {
  /** Empty if unknown. */
  sources: readonly ElevationSource[];
}

interface Props {
  profile: Profile;
  /** The same line as that of the map next to it. */
  line: MeasuredLine;
  facts: ProfileFacts;
  places: readonly ProfilePlace[];
  borders?: readonly ProfileBorder[];
  /** The handles of a cut, as shares of the whole. */
  cut?: readonly [from: number, to: number] | null;
  /** Returns a line about a place of a profile of several drives. */
  titleAt?: (meters: number) => string;
}

/**
 * Heights along a drive, in step with the map of the page: the cursor is marked on the map, the pointer on the map's
 * line is marked here, and the map zooms to a selected stretch.
 */
export default function ElevationProfile(props: Props) {
  const { profile, line, facts, places, borders = NO_BORDERS, cut = null, titleAt } = props;
  const units = useUnits();
  const scale = useMemo(() => scaleOf(profile, units), [profile, units]);
  const marks = useMemo(() => marksOf(profile, line, places), [profile, line, places]);
  const { pointedAt, onCursor, onStretch } = useMapLink(profile, line);
  const { at, stretch, handlers, showAll, zoomIn } = useProfileCursor({
    totalMeters: profile.totalMeters,
    stops: marks.map(({ meters }) => meters),
    onCursor,
    onStretch,
  });
  const shown = at ?? pointedAt;
  const mark = shown === null ? undefined : marks.find(({ meters }) => meters === shown);
  return (
    <div className={styles.profile}>
      <div className={styles.top}>
        <Readout profile={profile} at={shown} mark={mark} stretch={stretch} {...(titleAt && { titleAt })} />
        <Tool Icon={IconZoomIn} label={words.zoomIn} onClick={zoomIn} />
        <Tool Icon={IconArrowsMaximize} label={words.showAll} onClick={stretch === null ? null : showAll} />
      </div>
      <ProfileChart
        profile={profile}
        scale={scale}
        marks={marks}
        borders={borders}
        at={shown}
        mark={mark}
        stretch={stretch}
        cut={cut}
        {...handlers}
      />
      <Facts facts={facts} />
    </div>
  );
}

/** Exchanges places with the map of the page. */
function useMapLink(profile: Profile, line: MeasuredLine) {
  const dispatch = useAppDispatch();
  const pointed = useAppSelector((state) => state.profile.pointed);
  const pointedAt = useMemo(() => (pointed && line.nearest(pointed)?.meters) ?? null, [pointed, line]);
  useEffect(
    () => () => {
      dispatch(profileClosed());
    },
    [dispatch],
  );
  return {
    pointedAt,
    onCursor: (meters: number | null) => {
      dispatch(profileCursorMoved(meters === null ? null : line.locationAt(meters)));
      if (pointed !== null) dispatch(linePointed(null));
    },
    onStretch: (stretch: Stretch | null) => {
      const bounds = line.boundsOf(...(stretch ?? ([0, profile.totalMeters] as const)));
      if (bounds !== null) dispatch(stretchShown(bounds));
    },
  };
}

interface ToolProps {
  Icon: typeof IconZoomIn;
  label: string;
  /** Null if there is nothing to do. */
  onClick: (() => void) | null;
}

function Tool({ Icon, label, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      title={label}
      aria-label={label}
      // Keeps the focus, unlike a disabled button.
      aria-disabled={onClick === null}
      className={styles.tool}
      onClick={() => onClick?.()}
    >
      <Icon size={20} />
    </ActionIcon>
  );
}

interface ReadoutProps extends Pick<Props, 'profile' | 'titleAt'> {
  at: number | null;
  mark: ProfileMark | undefined;
  stretch: Stretch | null;
}

/** Two lines about the cursor, else about the stretch, else how to use the profile. */
function Readout({ profile, at, mark, stretch, titleAt }: ReadoutProps) {
  const units = useUnits();
  if (at === null && stretch === null)
    return (
      <p className={styles.readout} data-hint>
        <span data-pointer="hover">{words.hint.hover}</span>
        <span data-pointer="touch">{words.hint.touch}</span>
      </p>
    );
  const [first, second] =
    at === null
      ? stretchTexts(profile, stretch!, units)
      : [placeText(profile, at, units), words.parts(mark === undefined ? '' : nameOf(mark), titleAt?.(at) ?? '')];
  return (
    <p className={styles.readout}>
      <strong>{first}</strong>
      <span>{second}</span>
    </p>
  );
}

function Facts({ facts: { gain, loss, highest, steepest, sources } }: Pick<Props, 'facts'>) {
  const units = useUnits();
  const rows = [
    [words.facts.gain, heightText(gain, units)],
    [words.facts.loss, heightText(loss, units)],
    [words.facts.highest, heightText(highest, units)],
    ...(steepest === null
      ? []
      : [
          [
            words.facts.steepest[units],
            words.facts.steepestAt(numberText(Math.abs(steepest.percent)), markText(steepest.from, units)),
          ],
        ]),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sources.length > 0 && (
        <p className={styles.source}>{words.parts(...sources.map((source) => words.sources[source]))}</p>
      )}
    </>
  );
}
