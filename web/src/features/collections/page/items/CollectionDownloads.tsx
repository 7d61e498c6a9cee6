import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import type { CollectionExportFormat } from '@switchback/contracts/endpoints/collections';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { CollectionSource } from '../../../../api/collections-api.js';
import { reasonOf } from '../../../../api/error.js';
import { IconDownload, IconList } from '../../../../components/page-icons.js';
import { tripTexts } from '../../../../texts/trips.js';
import { useSecretCollectionExportMutation } from '../sharing-endpoints.js';
import { useCollectionExportMutation } from './download-endpoint.js';
import styles from './Items.module.css';
import { dayName } from './place-text.js';

const words = tripTexts.downloads;
const LINE_FORMATS = ['gpx', 'kml'] as const;

interface Props {
  collection: Collection;
  source: CollectionSource;
}

/** A file to download: the whole collection, or one day of it. */
interface File {
  format: CollectionExportFormat;
  day: number | null;
  label: string;
}

/** Downloads of a collection, of single days of a trip and of its calendar, and its printout. */
export default function CollectionDownloads({ collection, source }: Props) {
  const { load, isLoading, error } = useFile(collection.name, source);
  if (collection.items.length === 0) return null;
  const itemOf = (file: File) => (
    <Menu.Item key={file.label} mih={44} onClick={() => load(file)}>
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

/** Requests files by the source's id, or by its secret. */
function useFile(name: string, source: CollectionSource) {
  const [byId, ofId] = useCollectionExportMutation();
  const [bySecret, ofSecret] = useSecretCollectionExportMutation();
  const load = ({ format, day }: File) => {
    const file = { format, day, name: fileName(name, day) };
    void ('id' in source ? byId({ id: source.id, ...file }) : bySecret({ secret: source.secret, ...file }));
  };
  return { load, isLoading: ofId.isLoading || ofSecret.isLoading, error: ofId.error ?? ofSecret.error };
}

/** Returns the name of a file without its ending. */
function fileName(name: string, day: number | null): string {
  const whole = day === null ? name : `${name}, ${dayName(day)}`;
  return whole.replaceAll(/[\\/:*?"<>|]/g, '-');
}
