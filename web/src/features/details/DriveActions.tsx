import { Button } from '@mantine/core';
import { GUIDE_PAGE } from '@switchback/contracts/rules/guide';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { Link } from 'react-router';
import { DriveMarks } from '../../components/DriveMarks.js';
import { IconRoute } from '../../components/icons.js';
import { IconDownload, IconShare, IconSteeringWheel } from '../../components/page-icons.js';
import { deliverDrive } from '../directions/gpx-file.js';
import { detailsTexts } from '../../texts/details.js';
import styles from './DetailsPanel.module.css';

const words = detailsTexts.more;

/** Three of them fit side by side on a phone. */
const BUTTON = { size: 'sm', mih: 44, px: 10 } as const;

interface Props {
  drive: DriveDetails;
  onDirections: () => void;
  /** Null if the user may not share it. */
  onShare: (() => void) | null;
}

/** What people do with a drive that they have chosen, in reach without a menu. */
export function DriveActions({ drive, onDirections, onShare }: Props) {
  const { legs } = drive.directions;
  return (
    <div className={styles.driveActions}>
      <Button {...BUTTON} leftSection={<IconRoute size={18} />} onClick={onDirections}>
        {words.directions}
      </Button>
      <Button
        {...BUTTON}
        variant="default"
        leftSection={<IconSteeringWheel size={18} />}
        component={Link}
        to={`${GUIDE_PAGE}/${encodeURIComponent(drive.id)}`}
      >
        {words.drive}
      </Button>
      <DriveMarks drive={drive} named marks={['save']} />
      {onShare !== null && (
        <Button {...BUTTON} variant="default" leftSection={<IconShare size={18} />} onClick={onShare}>
          {words.share}
        </Button>
      )}
      <Button
        {...BUTTON}
        variant="default"
        leftSection={<IconDownload size={18} />}
        onClick={() => void deliverDrive({ ...drive, legs })}
      >
        {words.gpx}
      </Button>
      <DriveMarks drive={drive} named marks={['completed', 'collect']} />
    </div>
  );
}
