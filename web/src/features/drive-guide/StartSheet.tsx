import { Button } from '@mantine/core';
import { guidePage } from '@switchback/contracts/rules/guide';
import { startGuide } from '@switchback/geo/guide/drive-guide';
import { guideLine } from '@switchback/geo/guide/guide-line';
import { VOICE_LEVELS, type VoiceLevel } from '@switchback/geo/guide/guide-state';
import { placeOn } from '@switchback/geo/guide/shown';
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { IconCircleCheck, IconRoute } from '../../components/icons.js';
import { lazyComponent } from '../../components/lazy-component.js';
import { IconExternalLink, IconInfoCircle } from '../../components/page-icons.js';
import { MapSize } from '../../components/MapSize.js';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { RadioPill } from '../../components/RadioPill.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { beginRecord } from '../../lib/offline/records.js';
import { useOfflineMaps } from '../../lib/offline/streets/use-offline-maps.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import { texts } from '../../texts/en.js';
import { directionsTexts } from '../../texts/directions.js';
import type { Course } from '../directions/course.js';
import { preferredApp } from '../directions/device.js';
import { legLink } from '../directions/links.js';
import styles from './DriveGuide.module.css';
import type { Beginning } from './Guide.js';
import { guideSource } from './guide-source.js';
import { JoinChoice, type Joining } from './JoinChoice.js';
import { Unfinished } from './Unfinished.js';
import { usePreparedMap } from './use-prepared-map.js';
import { useStartGate } from './use-start-gate.js';
import { unlockVoice } from './voice.js';

const DirectionsDialog = lazyComponent(() => import('../directions/DirectionsDialog.js'), 'notice');
const words = driveGuideTexts.start;

interface Props {
  beginning: Beginning;
  /** The page that it comes from. */
  kind: 'drive' | 'trip' | 'plan';
  /** Null if it has no line. */
  course: GuideCourse | null;
  title: string;
  headline: ReactNode;
  /** The same for a maps app. */
  directions: Course | null;
  /** Whether this browser has a copy. */
  isStored: boolean;
}

/** Everything to choose and to know before the drive; everyone may look at it. */
export function StartSheet({ course, title, ...props }: Props) {
  if (course !== null) return <CourseSheet course={course} title={title} {...props} />;
  return (
    <Panel title={titleOf({ title })} head={guidePage} lead={driveGuideTexts.notFound}>
      {null}
    </Panel>
  );
}

function CourseSheet({ beginning, course, kind, headline, directions, isStored }: Props & { course: GuideCourse }) {
  const { page, unfinished, onBegin, onEnd } = beginning;
  const line = useMemo(() => guideLine(guideSource(course)), [course]);
  const [joining, setJoining] = useState<Joining>({ kind: 'start' });
  const [level, setLevel] = useState<VoiceLevel>('all');
  const { driverId, isLoading, isUnknown, retry, ask } = useStartGate();
  usePreparedMap(page, course, driverId);
  const fromMeters = joining.kind === 'join' ? joining.meters : 0;
  const begin = () => {
    if (driverId === null) return ask();
    if (level !== 'silent') void unlockVoice(driveGuideTexts.spoken.begin);
    const now = Date.now();
    const state = { ...startGuide(line, now, fromMeters), level };
    const record = { userId: driverId, id: crypto.randomUUID(), page, startedAt: now, endedAt: null, course };
    // A browser that stores nothing still guides; the view reports it.
    void beginRecord(record, state)
      .catch(() => undefined)
      .then(() => onBegin(record, state));
  };
  const app = preferredApp();
  return (
    <Panel wide title={course.title} head={guidePage} lead={words.lead}>
      <div className={styles.sheet}>
        {headline}
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
        <Facts kind={kind} page={page} isStored={isStored} isApproximate={course.source.isApproximate} />
        {isUnknown ? (
          <Notice kind="error" {...words.unknown}>
            <Button mih={44} onClick={retry}>
              {texts.retry}
            </Button>
          </Notice>
        ) : (
          <Button h={72} fz="1.5rem" loading={isLoading} disabled={unfinished !== null} onClick={begin}>
            {words.go}
          </Button>
        )}
        {directions !== null && <OtherApp directions={directions} />}
        <Link className={styles.link} to={course.origin}>
          {driveGuideTexts.backTo[kind]}
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

interface FactsProps extends Pick<Props, 'kind' | 'isStored'> {
  page: string;
  isApproximate: boolean;
}

/** The limits of a web page, before the start. */
function Facts({ kind, page, isStored, isApproximate }: FactsProps) {
  const map = useOfflineMaps()?.find(({ id }) => id === page || page.startsWith(`${id}/`)) ?? null;
  const lines = [
    ...words.rules,
    ...(isApproximate ? [words.approximate] : []),
    ...(isStored ? [] : [words.online[kind]]),
  ];
  return (
    <ul className={styles.facts}>
      {isStored && (
        <li data-kind="good">
          <IconCircleCheck size={20} />
          <span>{words.offline}</span>
        </li>
      )}
      {map !== null && (
        <li data-kind={map.state === 'whole' ? 'good' : undefined}>
          {map.state === 'whole' ? <IconCircleCheck size={20} /> : <IconInfoCircle size={20} />}
          <MapSize map={map} />
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

function OtherApp({ directions }: { directions: Course }) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button h={60} variant="subtle" leftSection={<IconRoute size={20} />} onClick={() => setOpen(true)}>
        {words.otherApp}
      </Button>
      <Suspense fallback={null}>
        {open !== null && <DirectionsDialog course={directions} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
