import { decodePolyline } from '@switchback/geo/polyline';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useDetailsQuery } from '../../api/api.js';
import { asCallError } from '../../api/error.js';
import { Headline } from '../../components/DriveFacts.js';
import { Message } from '../../components/Message.js';
import { offlineDetailsOf } from '../../lib/offline/offline-drives.js';
import { useOfflineDrives } from '../../lib/offline/use-offline-drives.js';
import { driveGuideTexts as words } from '../../texts/drive-guide.js';
import { texts } from '../../texts/en.js';
import { courseOfDrive as directionsOfDrive } from '../directions/course.js';
import styles from './DriveGuide.module.css';
import { type Beginning, Guide } from './Guide.js';
import { courseOfDrive } from './guide-source.js';
import { StartSheet } from './StartSheet.js';

/** Guides along a drive. */
export default function DriveGuidePage() {
  const { driveId = '' } = useParams();
  return (
    <Guide key={driveId} page={driveId}>
      {(beginning) => <OfDrive driveId={driveId} beginning={beginning} />}
    </Guide>
  );
}

/** The start sheet, of the server's drive or of its copy in this browser. */
function OfDrive({ driveId, beginning }: { driveId: string; beginning: Beginning }) {
  const { data, error } = useDetailsQuery(driveId);
  const loaded = useMemo(() => data && offlineDetailsOf(data), [data]);
  const copies = useOfflineDrives();
  const copy = copies?.find((each) => each.driveId === driveId)?.drive;
  const drive = (error === undefined ? loaded : undefined) ?? copy;
  const course = useMemo(() => drive && courseOfDrive(drive), [drive]);
  const directions = useMemo(() => drive && directionsOfDrive(drive, decodePolyline(drive.path)), [drive]);
  const { record } = beginning.unfinished ?? {};
  const started = record?.page === driveId ? record.course : undefined;
  if (drive !== undefined && directions !== undefined)
    return (
      <StartSheet
        beginning={beginning}
        kind="drive"
        course={course ?? null}
        title={drive.title}
        headline={<Headline drive={drive} />}
        directions={directions}
        isStored={copy !== undefined}
      />
    );
  if (started !== undefined)
    return (
      <StartSheet
        beginning={beginning}
        kind="drive"
        course={started}
        title={started.title}
        headline={null}
        directions={null}
        isStored={false}
      />
    );
  if (error === undefined || copies === null) return <p className={styles.wait}>{texts.loading}</p>;
  const { title, message } = asCallError(error);
  return (
    <Message title={title} text={message}>
      <Link to={`/drive-details/${encodeURIComponent(driveId)}`}>{words.back}</Link>
    </Message>
  );
}
