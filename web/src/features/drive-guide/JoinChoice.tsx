import type { GuideLine } from '@switchback/geo/guide/guide-line';
import { joinPlace, placeOn } from '@switchback/geo/guide/shown';
import { passesOf } from '@switchback/geo/guide/matching';
import { distanceMeters } from '@switchback/geo/distance';
import { useId, useState } from 'react';
import { RadioPill } from '../../components/RadioPill.js';
import { useUnits } from '../../lib/store/store.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import styles from './DriveGuide.module.css';
import { aheadText } from './sentences.js';
import { locateOnce, type LocationFault } from './watch-device.js';

const words = driveGuideTexts.start;

/** The place at which a drive begins; `awayMeters` is 0 if the device is on the line. */
export type Joining = { kind: 'start' } | { kind: 'join'; meters: number; awayMeters: number };

interface Props {
  line: GuideLine;
  joining: Joining;
  onJoining: (joining: Joining) => void;
}

/** Chooses between the start of the drive and the place of the device. */
export function JoinChoice({ line, joining, onJoining }: Props) {
  const name = useId();
  const units = useUnits();
  const [search, setSearch] = useState<'busy' | LocationFault | null>(null);
  const join = async () => {
    setSearch('busy');
    const fix = await locateOnce();
    if (typeof fix === 'string') return setSearch(fix);
    setSearch(null);
    const here = joinPlace(line, fix);
    if (here !== null) return onJoining({ kind: 'join', meters: here, awayMeters: 0 });
    const passes = passesOf(line, fix, 0, line.totalMeters);
    const { meters } = passes.reduce((best, pass) => (pass.awayMeters < best.awayMeters ? pass : best));
    onJoining({ kind: 'join', meters, awayMeters: distanceMeters(fix, placeOn(line, meters)) });
  };
  const isJoining = joining.kind === 'join' || search !== null;
  return (
    <fieldset className={styles.choice}>
      <legend>{words.begin}</legend>
      <RadioPill
        name={name}
        reason=""
        checked={!isJoining}
        onChoose={() => {
          setSearch(null);
          onJoining({ kind: 'start' });
        }}
      >
        {words.fromStart}
      </RadioPill>
      <RadioPill name={name} reason="" checked={isJoining} onChoose={() => void join()}>
        {words.join}
      </RadioPill>
      <p role="status" className={styles.note}>
        {search === 'busy' && words.locating}
        {search !== null && search !== 'busy' && driveGuideTexts.view.faults[search]}
        {search === null && joining.kind === 'join' && joinText(joining, (meters) => aheadText(meters, units))}
      </p>
    </fieldset>
  );
}

function joinText(
  { meters, awayMeters }: Extract<Joining, { kind: 'join' }>,
  text: (meters: number) => string,
): string {
  return awayMeters === 0 ? words.joinHere(text(meters)) : words.joinAhead(text(awayMeters), text(meters));
}
