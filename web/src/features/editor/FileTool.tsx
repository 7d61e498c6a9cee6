import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { reasonOf } from '../../api/error.js';
import { IconFileImport } from '../../components/page-icons.js';
import { useUnits } from '../../lib/store/store.js';
import { distanceText } from '../../lib/text/units.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { useReadRouteFileMutation } from './editor-endpoints.js';
import styles from './Editor.module.css';
import type { RouteWork } from './use-route-editor.js';

const words = editorRouteTexts;
const FILES = [
  '.gpx',
  '.kml',
  '.kmz',
  '.tcx',
  '.fit',
  '.itn',
  '.geojson',
  '.json',
  '.zip',
  '.gz',
  'application/gpx+xml',
  'application/vnd.google-earth.kml+xml',
  'application/vnd.google-earth.kmz',
  'application/geo+json',
  'application/zip',
  'application/gzip',
].join();

/** Texts found in a route file; absent if it has none. */
export interface FileTexts {
  title?: string | undefined;
  description?: string | undefined;
  /** Texts of the line of the same file that was imported before; absent for another file. */
  before?: Omit<FileTexts, 'before'> | undefined;
}

interface Props {
  editor: RouteWork;
  onTexts: (texts: FileTexts) => void;
}

/**
 * Imports a route from a file, reports what was repaired or left out, and lets the user choose one of several lines.
 */
export function FileTool({ editor, onTexts }: Props) {
  const units = useUnits();
  const [read, { data, isLoading, error }] = useReadRouteFileMutation();
  const [chosen, setChosen] = useState<File | null>(null);
  const importFile = async (file: File | null, line?: number) => {
    if (file === null) return;
    setChosen(file);
    const answer = await read({ file, ...(line !== undefined && { line }) });
    if (answer.data === undefined) return;
    const { waypoints, directions, pointsOfInterest, title, description } = answer.data;
    editor.replace({ stops: waypoints, directions, interests: pointsOfInterest });
    const before = file === chosen ? data : undefined;
    onTexts({ title, description, before });
  };
  const note = error === undefined ? (data?.directions.note ?? '') : reasonOf(error);
  return (
    <>
      <FileButton accept={FILES} onChange={(file) => void importFile(file)}>
        {(props) => (
          <Button variant="default" leftSection={<IconFileImport size={18} />} loading={isLoading} mih={44} {...props}>
            {words.file}
          </Button>
        )}
      </FileButton>
      <p role={error === undefined ? 'status' : 'alert'} className={error === undefined ? styles.status : styles.fault}>
        {note}
      </p>
      {data?.lines && (
        <ul className={styles.lines} aria-label={words.lines}>
          {data.lines.map(({ title, distance, taken }, line) => (
            <li key={line}>
              <Button
                variant={taken ? 'light' : 'default'}
                aria-pressed={taken}
                onClick={() => void importFile(chosen, line)}
              >
                {words.line(title, distanceText(distance, units))}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
