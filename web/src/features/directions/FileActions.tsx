import { Button } from '@mantine/core';
import { directionsTexts as words } from '../../texts/directions.js';
import styles from './Directions.module.css';
import { Section } from './Section.js';
import { type CourseFiles, useDelivery } from './use-delivery.js';

const FORMATS = ['gpx', 'kml'] as const;

/** The files of a course, in its directions. */
export function FileActions({ files }: { files: CourseFiles }) {
  const { isBusy, hasFailed, start } = useDelivery();
  return (
    <Section heading={words.files}>
      <div className={styles.actions}>
        {FORMATS.map((format) => {
          const deliver = files[format];
          if (deliver === undefined) return null;
          return (
            <Button key={format} variant="default" mih={44} disabled={isBusy} onClick={() => void start(deliver)}>
              {words.download[format]}
            </Button>
          );
        })}
      </div>
      <p role="alert" className={styles.fault}>
        {hasFailed ? words.fileFailed : ''}
      </p>
    </Section>
  );
}
