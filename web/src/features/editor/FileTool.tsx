import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { asCallError, sentences } from '../../api/error.js';
import { IconFileImport } from '../../components/icons.js';
import { useUnits } from '../../lib/store.js';
import { distanceText } from '../../lib/units.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { useReadRouteFileMutation } from './editor-endpoints.js';
import styles from './Editor.module.css';
import type { RouteWork } from './use-route-editor.js';

const words = editorRouteTexts;
const FILES = [
  ...['.gpx', '.kml', '.kmz', '.tcx', '.geojson', '.json', '.zip', '.gz'],
  ...['application/gpx+xml', 'application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kmz'],
  ...['application/geo+json', 'application/zip', 'application/gzip'],
].join();

/** What a file says of its drive; absent for nothing. */
export interface FileTexts {
  title?: string | undefined;
  description?: string | undefined;
}

interface Props {
  editor: RouteWork;
  onTexts: (texts: FileTexts) => void;
}

/** Takes a route over from a file, says what was mended or left out, and lets the person choose among several lines. */
export function FileTool({ editor, onTexts }: Props) {
  const units = useUnits();
  const [read, { data, isLoading, error }] = useReadRouteFileMutation();
  const [chosen, setChosen] = useState<{ file: File; line?: number } | null>(null);
  const take = async (file: File | null, line?: number) => {
    if (file === null) return;
    const asked = { file, ...(line !== undefined && { line }) };
    setChosen(asked);
    const answer = await read(asked);
    if (answer.data === undefined) return;
    const { waypoints, directions, pointsOfInterest, title, description } = answer.data;
    editor.take({ stops: waypoints, directions, interests: pointsOfInterest });
    onTexts({ title, description });
  };
  const note = error === undefined ? (data?.directions.note ?? '') : sentences(asCallError(error));
  const taken = chosen?.line ?? longestOf(data?.lines ?? []);
  return (
    <>
      <FileButton accept={FILES} onChange={(file) => void take(file)}>
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
          {data.lines.map(({ title, distance }, line) => (
            <li key={line}>
              <Button
                variant={line === taken ? 'light' : 'default'}
                aria-pressed={line === taken}
                onClick={() => chosen && void take(chosen.file, line)}
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

/** The server takes it unless it is told otherwise. */
function longestOf(lines: readonly { distance: number }[]): number {
  return lines.reduce((best, { distance }, at) => (distance > (lines[best]?.distance ?? 0) ? at : best), 0);
}
