import { Button } from '@mantine/core';
import { guidePage } from '@switchback/contracts/rules/guide';
import { startGuide } from '@switchback/geo/guide/drive-guide';
import { guideLine } from '@switchback/geo/guide/guide-line';
import { type GuideState, VOICE_LEVELS, type VoiceLevel } from '@switchback/geo/guide/guide-state';
import { placeOn } from '@switchback/geo/guide/shown';
import { Suspense, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Headline } from '../../components/DriveFacts.js';
import { IconCircleCheck, IconRoute } from '../../components/icons.js';
import { lazyComponent } from '../../components/lazy-component.js';
import { IconExternalLink, IconInfoCircle } from '../../components/page-icons.js';
import { Panel } from '../../components/Panel.js';
import { RadioPill } from '../../components/RadioPill.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import type { OfflineDetails } from '../../lib/offline/offline-drives.js';
import { beginRecord, type DriveRecord, type StoredRecord } from '../../lib/offline/records.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import { directionsTexts } from '../../texts/directions.js';
import { courseOfDrive } from '../directions/course.js';
import { preferredApp } from '../directions/device.js';
import { legLink } from '../directions/links.js';
import styles from './DriveGuide.module.css';
import { guideSource } from './guide-source.js';
import { JoinChoice, type Joining } from './JoinChoice.js';
import { Unfinished } from './Unfinished.js';
import { usePreparedMap } from './use-prepared-map.js';
import { useStartGate } from './use-start-gate.js';
import { unlockVoice } from './voice.js';

const DirectionsDialog = lazyComponent(() => import('../directions/DirectionsDialog.js'), 'notice');
const words = driveGuideTexts.start;

interface Props {
  drive: OfflineDetails;
  /** Whether this browser has a copy. */
  isStored: boolean;
  /** A record of this or another drive that was not ended. */
  unfinished: StoredRecord | null;
  onBegin: (record: DriveRecord, state: GuideState) => void;
  onEnd: (stored: StoredRecord) => void;
}

/** Everything to choose and to know before the drive; everyone may look at it. */
export function StartSheet({ drive, isStored, unfinished, onBegin, onEnd }: Props) {
  const line = useMemo(() => guideLine(guideSource(drive)), [drive]);
  const [joining, setJoining] = useState<Joining>({ kind: 'start' });
  const [level, setLevel] = useState<VoiceLevel>('all');
  const { driverId, isLoading, ask } = useStartGate();
  usePreparedMap(drive, driverId !== null);
  if (line.path.length < 2)
    return (
      <Panel title={titleOf(drive)} head={guidePage} lead={driveGuideTexts.notFound}>
        {null}
      </Panel>
    );
  const fromMeters = joining.kind === 'join' ? joining.meters : 0;
  const begin = () => {
    if (driverId === null) return ask();
    if (level !== 'silent') void unlockVoice(driveGuideTexts.spoken.begin);
    const now = Date.now();
    const state = { ...startGuide(line, now, fromMeters), level };
    const record = {
      userId: driverId,
      id: crypto.randomUUID(),
      driveId: drive.id,
      startedAt: now,
      endedAt: null,
      drive,
    };
    // A browser that stores nothing still guides; the view reports it.
    void beginRecord(record, state)
      .catch(() => undefined)
      .then(() => onBegin(record, state));
  };
  const app = preferredApp();
  return (
    <Panel wide title={titleOf(drive)} head={guidePage} lead={words.lead}>
      <div className={styles.sheet}>
        <Headline drive={drive} />
        {unfinished !== null && <Unfinished stored={unfinished} onContinue={onBegin} onEnd={onEnd} />}
        <JoinChoice line={line} joining={joining} onJoining={setJoining} />
        <Button
          h={60}
          variant="default"
          component="a"
          href={legLink(app, [placeOn(line, fromMeters)], { fromHere: true })}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={20} />}
        >
          {words.wayThere(directionsTexts.apps[app])}
        </Button>
        <Levels level={level} onLevel={setLevel} />
        <Facts isStored={isStored} isApproximate={drive.approximate} />
        <Button h={72} fz="1.5rem" loading={isLoading} disabled={unfinished !== null} onClick={begin}>
          {words.go}
        </Button>
        <OtherApp drive={drive} path={line.path} />
        <Link className={styles.link} to={`/drive-details/${encodeURIComponent(drive.id)}`}>
          {driveGuideTexts.back}
        </Link>
      </div>
    </Panel>
  );
}

function Levels({ level, onLevel }: { level: VoiceLevel; onLevel: (level: VoiceLevel) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{words.voice}</legend>
      {VOICE_LEVELS.map((each) => (
        <RadioPill key={each} name={name} reason="" checked={each === level} onChoose={() => onLevel(each)}>
          {words.levels[each]}
        </RadioPill>
      ))}
    </fieldset>
  );
}

/** The limits of a web page, before the start. */
function Facts({ isStored, isApproximate }: { isStored: boolean; isApproximate: boolean }) {
  const lines = [...words.rules, ...(isApproximate ? [words.approximate] : []), ...(isStored ? [] : [words.online])];
  return (
    <ul className={styles.facts}>
      {isStored && (
        <li data-kind="good">
          <IconCircleCheck size={20} />
          <span>{words.offline}</span>
        </li>
      )}
      {lines.map((text) => (
        <li key={text}>
          <IconInfoCircle size={20} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function OtherApp({ drive, path }: Pick<Props, 'drive'> & { path: Parameters<typeof courseOfDrive>[1] }) {
  const [open, setOpen] = useState<boolean | null>(null);
  const course = useMemo(() => courseOfDrive(drive, path), [drive, path]);
  return (
    <>
      <Button h={60} variant="subtle" leftSection={<IconRoute size={20} />} onClick={() => setOpen(true)}>
        {words.otherApp}
      </Button>
      <Suspense fallback={null}>
        {open !== null && <DirectionsDialog course={course} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
