import { Button } from '@mantine/core';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { addressOf } from '../../api/base-query.js';
import { DriveMarks } from '../../components/DriveMarks.js';
import { IconRoute } from '../../components/icons.js';
import { IconDownload, IconShare } from '../../components/page-icons.js';
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
  const file = addressOf({ route: 'driveExport', params: { id: drive.id, format: 'gpx' } });
  return (
    <div className={styles.driveActions}>
      <Button {...BUTTON} leftSection={<IconRoute size={18} />} onClick={onDirections}>
        {words.directions}
      </Button>
      <DriveMarks drive={drive} named marks={['save']} />
      {onShare !== null && (
        <Button {...BUTTON} variant="default" leftSection={<IconShare size={18} />} onClick={onShare}>
          {words.share}
        </Button>
      )}
      <DriveMarks drive={drive} named marks={['completed', 'collect']} />
      <Button {...BUTTON} variant="default" leftSection={<IconDownload size={18} />} component="a" href={file} download>
        {words.gpx}
      </Button>
    </div>
  );
}
