import { guidePage } from '@switchback/contracts/rules/guide';
import { guideLine } from '@switchback/geo/guide/guide-line';
import { continuesByItself } from '@switchback/geo/guide/drive-guide';
import type { GuideState } from '@switchback/geo/guide/guide-state';
import { useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useDetailsQuery } from '../../api/api.js';
import { asCallError } from '../../api/error.js';
import { Message } from '../../components/Message.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { offlineDetailsOf } from '../../lib/offline/offline-drives.js';
import { type DriveRecord, readRecord, storeRecord, type StoredRecord } from '../../lib/offline/records.js';
import { useOfflineDrives } from '../../lib/offline/use-offline-drives.js';
import { useSession } from '../../lib/people/use-user.js';
import { driveGuideTexts as words } from '../../texts/drive-guide.js';
import { texts } from '../../texts/en.js';
import { DrivingView } from './DrivingView.js';
import { EndSheet } from './EndSheet.js';
import { guideSource } from './guide-source.js';
import { StartSheet } from './StartSheet.js';
import styles from './DriveGuide.module.css';

/** A drive in progress, or at its end. */
interface Work {
  record: DriveRecord;
  state: GuideState;
  isOver: boolean;
  /** The page reopened: a tap turns the voice on again. */
  isSilent: boolean;
}

/** Guides along a drive: its start, the road, and what was driven. */
export default function DriveGuidePage() {
  const { driveId = '' } = useParams();
  return <Guide key={driveId} driveId={driveId} />;
}

function Guide({ driveId }: { driveId: string }) {
  useDocumentHead(guidePage(useProductName()));
  const unfinished = useUnfinished();
  const [work, setWork] = useState<Work | null>(null);
  const [isResolved, setResolved] = useState(false);
  if (work !== null) return <Driven work={work} onWork={setWork} />;
  if (unfinished === undefined) return <p className={styles.wait}>{texts.loading}</p>;
  if (!isResolved && unfinished !== null && unfinished.record.driveId === driveId) {
    // Once: afterwards the person decides.
    setResolved(true);
    const { record, state } = unfinished;
    if (record.endedAt !== null) setWork({ record, state, isOver: true, isSilent: false });
    else if (unfinished.isRecent) setWork({ record, state, isOver: false, isSilent: true });
  }
  return <Beginning driveId={driveId} unfinished={unfinished} onWork={setWork} />;
}

interface UnfinishedRecord extends StoredRecord {
  /** Whether the drive continues without a question. */
  isRecent: boolean;
}

/** The person's record that was not ended; undefined until it is read. */
function useUnfinished(): UnfinishedRecord | null | undefined {
  const userId = useSession()?.userId ?? null;
  const [read, setRead] = useState<{ userId: string | null; found: UnfinishedRecord | null }>();
  useEffect(() => {
    let isLive = true;
    const reading = userId === null ? Promise.resolve(null) : readRecord(userId);
    void reading.then((stored) => {
      const found = stored && { ...stored, isRecent: continuesByItself(stored.state, Date.now()) };
      if (isLive) setRead({ userId, found });
    });
    return () => {
      isLive = false;
    };
  }, [userId]);
  return read === undefined || read.userId !== userId ? undefined : read.found;
}

function Driven({
  work: { record, state, isOver, isSilent },
  onWork,
}: {
  work: Work;
  onWork: (work: Work | null) => void;
}) {
  const line = useMemo(() => guideLine(guideSource(record.drive)), [record.drive]);
  const turnTo = async (next: GuideState, over: boolean) => {
    const turned = { ...record, endedAt: over ? next.at : null };
    // First, so that a page that reopens shows what it showed. A browser that stores nothing shows it all the same.
    await storeRecord(turned).catch(() => undefined);
    onWork({ record: turned, state: next, isOver: over, isSilent: false });
  };
  return isOver ? (
    <EndSheet line={line} record={record} state={state} onResume={() => void turnTo(state, false)} />
  ) : (
    <DrivingView
      line={line}
      record={record}
      initial={state}
      isSilent={isSilent}
      onEnd={(next) => void turnTo(next, true)}
    />
  );
}

interface BeginningProps {
  driveId: string;
  unfinished: StoredRecord | null;
  onWork: (work: Work) => void;
}

/** The start sheet, of the server's drive or of its copy in this browser. */
function Beginning({ driveId, unfinished, onWork }: BeginningProps) {
  const { data, error } = useDetailsQuery(driveId);
  const current = useMemo(() => data && offlineDetailsOf(data), [data]);
  const copies = useOfflineDrives();
  const copy = copies?.find((each) => each.driveId === driveId)?.drive;
  const isOther = unfinished !== null && unfinished.record.driveId !== driveId;
  const drive = (error === undefined ? current : undefined) ?? copy ?? (isOther ? undefined : unfinished?.record.drive);
  if (drive === undefined) {
    if (error === undefined || copies === null) return <p className={styles.wait}>{texts.loading}</p>;
    const { title, message } = asCallError(error);
    return (
      <Message title={title} text={message}>
        <Link to={`/drive-details/${encodeURIComponent(driveId)}`}>{words.back}</Link>
      </Message>
    );
  }
  return (
    <StartSheet
      drive={drive}
      isStored={copy !== undefined}
      unfinished={unfinished}
      onBegin={(record, state) => onWork({ record, state, isOver: false, isSilent: false })}
      onEnd={({ record, state }) => onWork({ record, state, isOver: true, isSilent: false })}
    />
  );
}
