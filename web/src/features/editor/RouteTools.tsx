import { ActionIcon, Button, FileButton, Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsExchange,
  IconArrowsMaximize,
  IconFileImport,
  IconLink,
  IconRotate2,
} from '../../components/icons.js';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { asCallError, sentences } from '../../api/error.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { useReadRouteFileMutation } from './editor-endpoints.js';
import styles from './Editor.module.css';
import { MapsUrlModal } from './MapsUrlModal.js';
import type { RouteWork } from './use-route-editor.js';

const words = editorRouteTexts;
const FILES = '.gpx,.kml,.geojson,.json,application/gpx+xml,application/vnd.google-earth.kml+xml,application/geo+json';

/** Undo, redo and what turns a route around, and the ways in from elsewhere. */
export function RouteTools({ editor }: { editor: RouteWork }) {
  const { act, canUndo, canRedo, points, fit } = editor;
  const [urlOpen, setUrlOpen] = useState(false);
  useUndoKeys(editor);
  const hasStart = points.slots[0]?.location != null;
  return (
    <div className={styles.tools} role="toolbar" aria-label={words.tools}>
      <Tool label={words.undo} disabled={!canUndo} onClick={() => act({ type: 'undone' })}>
        <IconArrowBackUp />
      </Tool>
      <Tool label={words.redo} disabled={!canRedo} onClick={() => act({ type: 'redone' })}>
        <IconArrowForwardUp />
      </Tool>
      <Tool label={words.reverse} disabled={!hasStart} onClick={() => act({ type: 'reversed' })}>
        <IconArrowsExchange />
      </Tool>
      <Tool label={words.close} disabled={!hasStart} onClick={() => act({ type: 'closed' })}>
        <IconRotate2 />
      </Tool>
      <Tool label={words.fit} disabled={!hasStart} onClick={fit}>
        <IconArrowsMaximize />
      </Tool>
      <FileTool editor={editor} />
      <Tool label={words.url} disabled={false} onClick={() => setUrlOpen(true)}>
        <IconLink />
      </Tool>
      <MapsUrlModal editor={editor} open={urlOpen} onClose={() => setUrlOpen(false)} />
    </div>
  );
}

/** Ctrl or Cmd with Z, and with Shift to redo; a field that holds text undoes its own. */
function useUndoKeys({ act }: RouteWork): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.value !== '');
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isText) return;
    event.preventDefault();
    act({ type: event.shiftKey ? 'redone' : 'undone' });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

interface ToolProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={44} aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function FileTool({ editor }: { editor: RouteWork }) {
  const [read, { isLoading, error }] = useReadRouteFileMutation();
  const take = async (file: File | null) => {
    if (file === null) return;
    const { data } = await read(file);
    if (data === undefined) return;
    editor.take({ stops: data.waypoints, directions: data.directions });
  };
  return (
    <>
      <FileButton accept={FILES} onChange={(file) => void take(file)}>
        {(props) => (
          <Button variant="default" leftSection={<IconFileImport size={18} />} loading={isLoading} mih={44} {...props}>
            {words.file}
          </Button>
        )}
      </FileButton>
      <p role="alert" className={styles.fault}>
        {error === undefined ? '' : sentences(asCallError(error))}
      </p>
    </>
  );
}
