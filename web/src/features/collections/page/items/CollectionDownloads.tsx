import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { CollectionSource } from '../../../../api/collections-api.js';
import { reasonOf } from '../../../../api/error.js';
import { IconDownload, IconList } from '../../../../components/page-icons.js';
import { tripTexts } from '../../../../texts/trips.js';
import styles from './Items.module.css';
import { dayName } from './place-text.js';
import { type CollectionFile, useCollectionFile } from './use-collection-file.js';

const words = tripTexts.downloads;
const LINE_FORMATS = ['gpx', 'kml'] as const;

interface Props {
  collection: Collection;
  source: CollectionSource;
}

/** A file to download: the whole collection, or one day of it. */
interface File extends CollectionFile {
  label: string;
}

/** Downloads of a collection, of single days of a trip and of its calendar, and its printout. */
export default function CollectionDownloads({ collection, source }: Props) {
  const { load, isLoading, error } = useCollectionFile(collection.name, source);
  if (collection.items.length === 0) return null;
  const itemOf = (file: File) => (
    <Menu.Item key={file.label} mih={44} onClick={() => void load(file)}>
      {file.label}
    </Menu.Item>
  );
  const byDay = daysWithDrives(collection).flatMap(filesOf);
  return (
    <div className={styles.downloads}>
      <Menu position="bottom-start" transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <Button variant="default" size="sm" mih={44} leftSection={<IconDownload size={18} />} loading={isLoading}>
            {words.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu}>
          {wholeFiles(collection).map(itemOf)}
          {byDay.length > 0 && <Menu.Label>{words.byDay}</Menu.Label>}
          {byDay.map(itemOf)}
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" size="sm" mih={44} leftSection={<IconList size={18} />} onClick={() => print()}>
        {words.print}
      </Button>
      <p role="alert" className={styles.failure}>
        {error === undefined ? '' : `${words.failed} ${reasonOf(error)}`}
      </p>
    </div>
  );
}

/** Files of all items; a calendar needs dates. */
function wholeFiles({ start }: Collection): File[] {
  const files: File[] = LINE_FORMATS.map((format) => ({ format, day: null, label: words[format] }));
  return start === null ? files : [...files, { format: 'ics', day: null, label: words.ics }];
}

function filesOf(day: number): File[] {
  return LINE_FORMATS.map((format) => ({ format, day, label: words.dayFile(dayName(day), words.formats[format]) }));
}

function daysWithDrives({ items }: Collection): number[] {
  return [...new Set(items.flatMap(({ day }) => (day === null ? [] : [day])))].sort((a, b) => a - b);
}
