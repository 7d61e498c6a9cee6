import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { tripTexts } from '../../../../texts/trips.js';
import styles from './Items.module.css';

const words = tripTexts.item;

/** In place of a removed item: says so, and restores it on request. Has the focus that the item has lost. */
export function UndoRow({ title, onUndo }: { title: string; onUndo: () => void }) {
  const text = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <li className={styles.undo}>
      <span id={text}>{words.removed(title)}</span>
      <Button ref={button} variant="default" size="sm" mih={44} aria-describedby={text} onClick={onUndo}>
        {words.undo}
      </Button>
    </li>
  );
}
