import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { IconRoute } from '../../components/icons.js';
import { lazyComponent } from '../../components/lazy-component.js';
import { IconDownload, IconShare, IconSteeringWheel } from '../../components/page-icons.js';
import { shareBySheet, type SharedLink } from '../../lib/page/share-sheet.js';
import { directionsTexts as words } from '../../texts/directions.js';
import type { Course } from './course.js';
import styles from './Directions.module.css';
import { FileActions } from './FileActions.js';
import { type Deliver, useDelivery } from './use-delivery.js';

const DirectionsDialog = lazyComponent(() => import('./DirectionsDialog.js'), 'notice');
const ShareDialog = lazyComponent(() => import('./ShareDialog.js'), 'notice');

/** Three of them fit side by side on a phone. */
const BUTTON = { size: 'sm', mih: 44, px: 10 } as const;

interface Props {
  course: Course;
  /** Names its buttons. */
  title: string;
  gpx: Deliver;
  /** The page that guides along it. */
  guide?: { to: string; text: string } | undefined;
  link: SharedLink;
  /** Says that not everyone can open the link. */
  linkNote?: string | undefined;
  /** Only directions, whose dialog has the rest: for small places. */
  isCompact?: boolean;
}

/** Hands a course over to other apps: directions, a file, a link. */
export function TakeAlong({ course, title, gpx, guide, link, linkNote, isCompact = false }: Props) {
  const [wanted, setWanted] = useState<ReadonlySet<'directions' | 'share'>>(new Set());
  const [dialog, setDialog] = useState<'directions' | 'share' | null>(null);
  const { isBusy, hasFailed, start } = useDelivery();
  const show = (which: 'directions' | 'share') => {
    setWanted(new Set([...wanted, which]));
    setDialog(which);
  };
  const close = () => setDialog(null);
  const share = async () => {
    if (!(await shareBySheet(link))) show('share');
  };
  const labelled = (text: string) => ({ children: text, 'aria-label': `${text}: ${title}` });
  return (
    <>
      <div className={styles.row} data-take-along>
        <Button
          {...BUTTON}
          {...labelled(words.button)}
          variant={isCompact ? 'subtle' : 'filled'}
          leftSection={<IconRoute size={18} />}
          onClick={() => show('directions')}
        />
        {guide !== undefined && <GuideLink to={guide.to} {...labelled(guide.text)} />}
        {!isCompact && (
          <>
            <Button
              {...BUTTON}
              {...labelled(words.gpx)}
              variant="default"
              leftSection={<IconDownload size={18} />}
              disabled={isBusy}
              onClick={() => void start(gpx)}
            />
            <Button
              {...BUTTON}
              {...labelled(words.share)}
              variant="default"
              leftSection={<IconShare size={18} />}
              onClick={() => void share()}
            />
          </>
        )}
        <p role="alert" className={styles.fault}>
          {hasFailed ? words.fileFailed : ''}
        </p>
      </div>
      <Suspense>
        {wanted.has('directions') && (
          <DirectionsDialog course={course} open={dialog === 'directions'} onClose={close}>
            <FileActions files={{ gpx }} />
            {isCompact && (
              <div className={styles.section}>
                <Button variant="default" mih={44} leftSection={<IconShare size={18} />} onClick={() => void share()}>
                  {words.share}
                </Button>
              </div>
            )}
          </DirectionsDialog>
        )}
        {wanted.has('share') && <ShareDialog link={link} note={linkNote} open={dialog === 'share'} onClose={close} />}
      </Suspense>
    </>
  );
}

function GuideLink({ to, ...label }: { to: string; children: string; 'aria-label': string }) {
  return (
    <Button
      {...BUTTON}
      {...label}
      variant="default"
      leftSection={<IconSteeringWheel size={18} />}
      component={Link}
      to={to}
    />
  );
}
