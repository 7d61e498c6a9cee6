import { ActionIcon, Button, Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsExchange,
  IconArrowsMaximize,
  IconLink,
  IconRotate2,
  IconScissors,
} from '../../components/page-icons.js';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { CUT_START } from './cut.js';
import styles from './Editor.module.css';
import { type FileTexts, FileTool } from './FileTool.js';
import { MapsUrlModal } from './MapsUrlModal.js';
import type { RouteWork } from './use-route-editor.js';

const words = editorRouteTexts;

/** Toolbar: undo and redo, reverse and close the route, fit the map, import from a URL or a file. */
export function RouteTools({ editor, onTexts }: { editor: RouteWork; onTexts: (texts: FileTexts) => void }) {
  const { act, canUndo, canRedo, points, fit, directions, cut, setCut } = editor;
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
      <Tool label={words.url} disabled={false} onClick={() => setUrlOpen(true)}>
        <IconLink />
      </Tool>
      <Button
        variant="default"
        mih={44}
        leftSection={<IconArrowsMaximize size={18} />}
        disabled={points.slots.every(({ location }) => location === null)}
        onClick={fit}
      >
        {words.fit}
      </Button>
      <Button
        variant="default"
        mih={44}
        leftSection={<IconScissors size={18} />}
        disabled={directions === null}
        aria-expanded={cut !== null}
        onClick={() => setCut(cut === null ? CUT_START : null)}
      >
        {words.cut}
      </Button>
      <FileTool editor={editor} onTexts={onTexts} />
      <MapsUrlModal editor={editor} open={urlOpen} onClose={() => setUrlOpen(false)} />
    </div>
  );
}

/** Binds Ctrl/Cmd+Z to undo and, with Shift, to redo; a field that holds text keeps its own undo. */
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
