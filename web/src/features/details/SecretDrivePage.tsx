import { Button } from '@mantine/core';
import { decodePolyline } from '@switchback/geo/polyline';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { plainDrivePage } from '@switchback/contracts/rules/pages';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { asCallError } from '../../api/error.js';
import { Ends, Headline, Measures, Ratings, Tags } from '../../components/DriveFacts.js';
import { Message } from '../../components/Message.js';
import { Silhouette } from '../../components/Silhouette.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { texts } from '../../texts/en.js';
import { sharingTexts } from '../../texts/sharing.js';
import { deliverDrive } from '../directions/gpx-file.js';
import type { CourseFiles } from '../directions/use-delivery.js';
import styles from './DetailsPanel.module.css';
import DriveDirections from './DriveDirections.js';
import { ElevationSection } from './ElevationSection.js';
import { RouteSection } from './RouteSection.js';
import { useSecretDriveExportMutation, useSecretDriveQuery } from './sharing/secret-link-endpoints.js';

const words = sharingTexts.secret;

/**
 * Read-only page of a private drive, opened by its secret link. The secret is in the URL fragment, which browsers never
 * send.
 */
export default function SecretDrivePage() {
  const secret = useLocation().hash.slice(1);
  const { data: drive, error } = useSecretDriveQuery(secret, { skip: secret === '' });
  useDocumentHead(plainDrivePage(useProductName(), drive ? titleOf(drive) : words.panel));
  if (secret === '') return <Message title={words.panel} text={words.missing} />;
  if (error !== undefined) {
    const { title, message } = asCallError(error);
    return (
      <div role="alert">
        <Message title={title} text={message} />
      </div>
    );
  }
  return drive === undefined ? (
    <p className={styles.instead}>{texts.loading}</p>
  ) : (
    <Shown drive={drive} secret={secret} />
  );
}

function Shown({ drive, secret }: { drive: DriveDetails; secret: string }) {
  const path = useMemo(() => decodePolyline(drive.path), [drive.path]);
  const [isAsking, setAsking] = useState(false);
  const [fetchFile] = useSecretDriveExportMutation();
  const close = () => setAsking(false);
  const files: CourseFiles = {
    gpx: () => deliverDrive({ ...drive, legs: drive.directions.legs }),
    kml: async () => (await fetchFile({ secret, format: 'kml', title: titleOf(drive) })).error === undefined,
  };
  return (
    <article className={styles.shown}>
      <div className={styles.banner}>
        <Silhouette path={drive.overviewPath} approximate={drive.approximate} />
      </div>
      <div className={styles.body}>
        <p className={styles.note}>{words.note}</p>
        <h1 className={styles.title}>{titleOf(drive)}</h1>
        <Headline drive={drive} />
        <div className={styles.actions}>
          <Button onClick={() => setAsking(true)}>{words.directions}</Button>
        </div>
        <Ends drive={drive} />
        {drive.description !== '' && <p className={styles.description}>{drive.description}</p>}
        <Ratings drive={drive} />
        <Tags drive={drive} />
        <Measures drive={drive} />
        <RouteSection drive={drive} path={path} />
        <ElevationSection drive={drive} path={path} />
      </div>
      <DriveDirections drive={drive} path={path} files={files} open={isAsking} onClose={close} />
    </article>
  );
}
