import { guidePage } from '@switchback/contracts/rules/guide';
import { guideLine } from '@switchback/geo/guide/guide-line';
import { continuesByItself } from '@switchback/geo/guide/drive-guide';
import type { GuideState } from '@switchback/geo/guide/guide-state';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { type DriveRecord, readRecord, storeRecord, type StoredRecord } from '../../lib/offline/records.js';
import { useSession } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import { DrivingView } from './DrivingView.js';
import { EndSheet } from './EndSheet.js';
import { courseOfDrive, guideSource } from './guide-source.js';
import styles from './DriveGuide.module.css';

/** A drive in progress, or at its end. */
interface Work {
  record: DriveRecord;
  state: GuideState;
  isOver: boolean;
  /** The page reopened: a tap turns the voice on again. */
  isSilent: boolean;
}

/** A record that may be continued, and what to do with it. */
export interface Beginning {
  page: string;
  /** The person's record of this or another line that was not ended. */
  unfinished: StoredRecord | null;
  onBegin: (record: DriveRecord, state: GuideState) => void;
  onEnd: (stored: StoredRecord) => void;
}

interface Props {
  /** Address below that of the guide; another one needs another component by its key. */
  page: string;
  /** Shows the start sheet. */
  children: (beginning: Beginning) => ReactNode;
}

/** Guides along a line: its start, the road, and what was driven. */
export function Guide({ page, children }: Props) {
  useDocumentHead(guidePage(useProductName()));
  const stored = useUnfinished();
  const unfinished = stored?.record.isSaved && stored.record.page !== page ? null : stored;
  const [work, setWork] = useState<Work | null>(null);
  const [isResolved, setResolved] = useState(false);
  if (work !== null) return <Driven work={work} onWork={setWork} />;
  if (unfinished === undefined) return <p className={styles.wait}>{texts.loading}</p>;
  if (!isResolved && unfinished !== null && unfinished.record.page === page) {
    // Once: afterwards the person decides.
    setResolved(true);
    const { record, state } = unfinished;
    if (record.endedAt !== null) setWork({ record, state, isOver: true, isSilent: false });
    else if (unfinished.isRecent) setWork({ record, state, isOver: false, isSilent: true });
  }
  return children({
    page,
    unfinished,
    onBegin: (record, state) => setWork({ record, state, isOver: false, isSilent: false }),
    onEnd: ({ record, state }) => setWork({ record, state, isOver: true, isSilent: false }),
  });
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
    const reading = userId === null ? Promise.resolve(null) : readRecord(userId, courseOfDrive);
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
  const line = useMemo(() => guideLine(guideSource(record.course)), [record.course]);
  const turnTo = async (next: GuideState, over: boolean) => {
    const turned = { ...record, endedAt: over ? next.at : null, isSaved: false };
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
