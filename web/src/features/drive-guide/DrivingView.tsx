import { Button, MantineContext, useMantineContext } from '@mantine/core';
import type { GuideLine } from '@switchback/geo/guide/guide-line';
import { type GuideState, VOICE_LEVELS } from '@switchback/geo/guide/guide-state';
import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import type { DriveRecord } from '../../lib/offline/records.js';
import { windowFilled } from '../../lib/store/interface-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import { BUTTON } from './button.js';
import { DrivingFigures } from './DrivingFigures.js';
import { useDimming } from './dimming.js';
import styles from './Driving.module.css';
import { Hints } from './Hints.js';
import { NextCue } from './NextCue.js';
import { useDaylight } from './use-daylight.js';
import { type Driving, useDriving } from './use-driving.js';
import { useWakeLock } from './use-wake-lock.js';
import { unlockVoice } from './voice.js';

const DrivingMap = lazyComponent(() => import('./DrivingMap.js'), 'nothing');
const words = driveGuideTexts.view;

interface Props {
  line: GuideLine;
  record: DriveRecord;
  initial: GuideState;
  /** The voice needs a tap first. */
  isSilent: boolean;
  onEnd: (state: GuideState) => void;
}

/** The road: the next turn large, the map below it, what remains at the lower edge. Fills the window. */
export function DrivingView({ line, record, initial, isSilent, onEnd }: Props) {
  const dispatch = useAppDispatch();
  const driving = useDriving(line, record.userId, initial);
  const colorScheme = useDaylight(driving.state.at, driving.shown.place ?? line.path[0]!);
  const mantine = useMantineContext();
  useWakeLock();
  useEffect(() => {
    dispatch(windowFilled(true));
    return () => void dispatch(windowFilled(false));
  }, [dispatch]);
  const { shown } = driving;
  const { source } = record.course;
  const dimming = useDimming(shown, driving.state);
  return (
    <section
      className={styles.view}
      data-dimmed={dimming.isDimmed}
      aria-label={words.label}
      onPointerDown={dimming.tap}
    >
      <h1 className="visually-hidden">{record.course.title}</h1>
      <NextCue shown={shown} />
      <div className={styles.map}>
        <MantineContext value={{ ...mantine, colorScheme }}>
          <Suspense fallback={null}>
            <DrivingMap line={line} shown={shown} places={source.places} isApproximate={source.isApproximate} />
          </Suspense>
        </MantineContext>
        <Hints driving={driving} line={line} />
      </div>
      <div className={styles.bar}>
        <DrivingFigures shown={shown} at={driving.state.at} />
        <div className={styles.buttons}>
          <VoiceButton driving={driving} isSilent={isSilent} />
          <Button {...BUTTON} variant="default" aria-pressed={dimming.isWanted} onClick={dimming.toggle}>
            {words.dim[dimming.isWanted ? 'on' : 'off']}
          </Button>
          <Button {...BUTTON} variant="default" onClick={() => void driving.finish().then(onEnd)}>
            {words.finish}
          </Button>
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {driving.sentence}
      </p>
    </section>
  );
}

/** Turns the voice on with the first tap, then changes what it speaks of. */
function VoiceButton({ driving, isSilent }: { driving: Driving; isSilent: boolean }) {
  const [isLocked, setLocked] = useState(isSilent && driving.state.level !== 'silent');
  const [hasFailed, setFailed] = useState(false);
  const { level } = driving.state;
  const press = () => {
    if (isLocked) {
      setLocked(false);
      void unlockVoice(driveGuideTexts.spoken.begin).then((began) => setFailed(!began));
      return;
    }
    const next = VOICE_LEVELS[(VOICE_LEVELS.indexOf(level) + 1) % VOICE_LEVELS.length]!;
    driving.send({ kind: 'level', level: next });
  };
  const text = isLocked ? words.speakAgain : words.voice[level];
  return (
    <>
      <Button {...BUTTON} variant={isLocked ? 'filled' : 'default'} onClick={press}>
        {text}
      </Button>
      {hasFailed && (
        <p role="alert" className={styles.note}>
          {words.noVoice}
        </p>
      )}
    </>
  );
}
