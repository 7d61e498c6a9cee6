import { Button } from '@mantine/core';
import { guidePage } from '@switchback/contracts/rules/guide';
import { drivenMeters, drivenShare } from '@switchback/geo/guide/drive-guide';
import type { GuideLine } from '@switchback/geo/guide/guide-line';
import type { GuideState } from '@switchback/geo/guide/guide-state';
import { gpxRecord } from '@switchback/geo/formats/gpx';
import { CUT_METERS, SHIFT_METERS, TRIMMED_MIN_METERS } from '@switchback/geo/trim-track';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { asCallError } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { useCompletion } from '../../lib/drives/use-drive-marks.js';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { deleteRecord, type DriveRecord, readFixes, type RecordedFix, storeRecord } from '../../lib/offline/records.js';
import { deliverFile } from '../../lib/page/share-sheet.js';
import { useUnits } from '../../lib/store/store.js';
import { fileNameOf } from '../../lib/text/file-name.js';
import { distanceText, durationText, heightText, shareText } from '../../lib/text/units.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import styles from './DriveGuide.module.css';
import { formOfRecord, highestOf, segmentsOf } from './record.js';
import { useSaveRecordMutation } from './record-endpoint.js';

const words = driveGuideTexts.endSheet;

interface Props {
  line: GuideLine;
  record: DriveRecord;
  state: GuideState;
  onResume: () => void;
}

/** The end of a drive: its figures, and what becomes of the record. */
export function EndSheet({ line, record, state, onResume }: Props) {
  const { userId, course } = record;
  const units = useUnits();
  const navigate = useNavigate();
  const fixes = useFixes(userId);
  const segments = useMemo(() => segmentsOf(fixes ?? []), [fixes]);
  const title = words.record(course.title);
  const highest = highestOf(segments);
  const figures = [
    [words.distance, distanceText(state.drivenMeters, units)],
    [words.moving, durationText(state.movingSeconds)],
    [words.share, shareText(drivenShare(line, state))],
    ...(highest === null ? [] : [[words.highest, heightText(highest, units)]]),
  ];
  const drop = async () => {
    await deleteRecord(userId).catch(() => undefined);
    await navigate(course.origin);
  };
  const file = () =>
    void deliverFile(new Blob([gpxRecord(title, segments)], { type: 'application/gpx+xml' }), fileNameOf(title, 'gpx'));
  return (
    <Panel wide title={words.title} head={guidePage} lead={course.title}>
      <div className={styles.sheet}>
        <dl className={styles.figures}>
          {figures.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>{words.private}</p>
        <SaveRecord record={record} title={title} segments={segments} movingSeconds={state.movingSeconds} />
        <Button h={60} variant="default" disabled={segments.length === 0} onClick={file}>
          {words.download}
        </Button>
        <Completed course={course} state={state} />
        <Button h={60} variant="default" onClick={onResume}>
          {words.resume}
        </Button>
        <Button h={60} variant="subtle" color="red" onClick={() => void drop()}>
          {words.drop}
        </Button>
      </div>
    </Panel>
  );
}

/** The fixes of the record; null until they are read. */
function useFixes(userId: string): readonly RecordedFix[] | null {
  const [fixes, setFixes] = useState<readonly RecordedFix[] | null>(null);
  useEffect(() => {
    let isLive = true;
    void readFixes(userId)
      .catch(() => [])
      .then((found) => isLive && setFixes(found));
    return () => {
      isLive = false;
    };
  }, [userId]);
  return fixes;
}

interface SaveProps {
  record: DriveRecord;
  title: string;
  segments: ReturnType<typeof segmentsOf>;
  movingSeconds: number;
}

function SaveRecord({ record, title, segments, movingSeconds }: SaveProps) {
  const [save, { data, error, isLoading }] = useSaveRecordMutation();
  const navigate = useNavigate();
  const units = useUnits();
  const form = useMemo(() => formOfRecord(title, segments, movingSeconds), [title, segments, movingSeconds]);
  if (data !== undefined)
    return (
      <Notice kind="success" title={words.saved} text={words.whole}>
        <Button mih={44} onClick={() => void navigate(`/drive-details/${encodeURIComponent(data.driveId)}`)}>
          {words.show}
        </Button>
      </Notice>
    );
  const send = async () => {
    if (form === null) return;
    const { error: refused } = await save({ record: form, key: `${record.id}-${record.endedAt}` });
    if (refused === undefined) await storeRecord({ ...record, isSaved: true }).catch(() => undefined);
  };
  const failure = error === undefined ? null : asCallError(error);
  return (
    <>
      <Button h={60} loading={isLoading} disabled={form === null} onClick={() => void send()}>
        {words.save}
      </Button>
      <p className={styles.note}>
        {form === null
          ? words.tooShort(distanceText(TRIMMED_MIN_METERS, units))
          : words.trimmed(distanceText(CUT_METERS + SHIFT_METERS.max, units))}
      </p>
      {failure !== null && <Notice kind="error" title={failure.title} text={failure.message} />}
    </>
  );
}

/** A drive counts as driven from this share of its length on. */
const DRIVEN_SHARE = 0.8;

/** Marks the drive, or those drives of a day or a plan that were driven. */
function Completed({ course: { drives }, state }: { course: GuideCourse; state: GuideState }) {
  const driven = drives.filter(({ fromMeters, toMeters, lengthMeters }) => {
    return drivenMeters(state, fromMeters, toMeters) >= DRIVEN_SHARE * lengthMeters;
  });
  // The person knows better about a single drive.
  const counted = drives.length === 1 ? drives : driven;
  const { remaining, complete } = useCompletion(counted.map(({ id }) => id));
  const titles = counted.filter(({ id }) => remaining.includes(id)).map(({ title }) => title);
  if (remaining.length === 0) return null;
  const isOne = drives.length === 1;
  return (
    <>
      {!isOne && (
        <p className={styles.note}>
          {words.driven} {titles.join(' · ')}
        </p>
      )}
      <Button h={60} variant="default" onClick={complete}>
        {isOne ? words.completed : words.completedAll(remaining.length)}
      </Button>
    </>
  );
}
