import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { useState, type MouseEvent } from 'react';
import { photoTexts } from '../../../texts/photos.js';
import styles from './Photos.module.css';

const words = photoTexts;

interface Props {
  isStaff: boolean;
  onDecide: (kind: 'approve' | 'disapprove') => void;
}

/**
 * Marks a photo as pending. Staff decide here via the menu, or directly: Shift-click approves, Alt- or Meta-click
 * disapproves.
 */
export function PendingBadge({ isStaff, onDecide }: Props) {
  const [open, setOpen] = useState(false);
  if (!isStaff) return <span className={styles.pending}>{words.pending}</span>;
  // Runs in the capture phase, before the click would open the menu.
  const press = (event: MouseEvent) => {
    const kind = event.shiftKey ? 'approve' : event.altKey || event.metaKey ? 'disapprove' : null;
    if (kind === null) return;
    event.stopPropagation();
    onDecide(kind);
  };
  return (
    <span onClickCapture={press}>
      <Menu opened={open} onChange={setOpen} transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <button type="button" className={styles.pending} aria-label={words.pendingMenu}>
            {words.pending}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onDecide('approve')}>{words.approve.confirm}</Menu.Item>
          <Menu.Item onClick={() => onDecide('disapprove')}>{words.disapprove.confirm}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
