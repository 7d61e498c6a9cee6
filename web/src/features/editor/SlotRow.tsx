import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import type { LatLng } from '@switchback/geo/location';
import type { DragEvent, ReactNode } from 'react';
import { IconRoute, IconX } from '../../components/icons.js';
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical } from '../../components/page-icons.js';
import { PlaceField } from '../../components/PlaceField.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { wayTexts } from '../../texts/ways.js';
import styles from './Editor.module.css';
import type { Slot } from './route-state.js';
import { slotMark, slotName } from './slot-names.js';
import type { RouteWork } from './use-route-editor.js';
import { legsFor } from './WaysPanel.js';

const words = editorRouteTexts;

interface Props {
  slot: Slot;
  index: number;
  count: number;
  editor: RouteWork;
  near: LatLng | null;
  isDragged: boolean;
  onDrag: (index: number | null) => void;
  onDrop: () => void;
  /** Offers ways for the leg to it. */
  onWays: () => void;
}

/** A waypoint in the list: its mark, its place, and its actions. */
export function SlotRow({ slot, index, count, editor, near, isDragged, onDrag, onDrop, onWays }: Props) {
  const { act, place } = editor;
  const name = slotName(index, count);
  const over = (event: DragEvent) => event.preventDefault();
  return (
    <li className={styles.slot} data-dragged={isDragged} onDragOver={over} onDrop={onDrop}>
      <div className={styles.slotRow}>
        <span
          className={styles.grip}
          draggable
          title={words.drag(name)}
          aria-hidden="true"
          onDragStart={() => onDrag(index)}
          onDragEnd={() => onDrag(null)}
        >
          <IconGripVertical size={18} />
          <span className={styles.slotMark}>{slotMark(index, count)}</span>
        </span>
        <PlaceField
          label={name}
          placeholder={words.placeholder}
          {...(slot.location === null ? { chosen: '', asked: slot.label } : { chosen: slot.label })}
          near={near}
          onPlace={(label, location) => place(index, label, location)}
        />
        <RowButton
          label={words.remove(name)}
          disabled={count === 2 && slot.location === null}
          onClick={() => act({ type: 'removed', index })}
        >
          <IconX size={18} />
        </RowButton>
        <SlotMenu slot={slot} index={index} count={count} editor={editor} onWays={onWays} />
      </div>
      {slot.location === null && slot.label !== '' && <p className={styles.fault}>{words.whichPlace(slot.label)}</p>}
      {slot.near && index > 0 && index < count - 1 && slot.location !== null && (
        <p className={styles.status}>{words.passNear}</p>
      )}
      {slot.taste !== null && slot.location !== null && (
        <p className={styles.status}>{wayTexts.kindOf(wayTexts.kinds[slot.taste])}</p>
      )}
      {slot.freehand && slot.location !== null && <p className={styles.status}>{words.freehand}</p>}
    </li>
  );
}

function SlotMenu({
  slot,
  index,
  count,
  editor,
  onWays,
}: Pick<Props, 'slot' | 'index' | 'count' | 'editor' | 'onWays'>) {
  const { act } = editor;
  const name = slotName(index, count);
  const hasWays = legsFor(editor, { slotId: slot.id }).length > 0;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.options(name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          mih={44}
          leftSection={<IconArrowUp size={18} />}
          disabled={index === 0}
          onClick={() => act({ type: 'moved', from: index, to: index - 1 })}
        >
          {words.up(name)}
        </Menu.Item>
        <Menu.Item
          mih={44}
          leftSection={<IconArrowDown size={18} />}
          disabled={index === count - 1}
          onClick={() => act({ type: 'moved', from: index, to: index + 1 })}
        >
          {words.down(name)}
        </Menu.Item>
        {index > 0 && index < count - 1 && (
          <Menu.CheckboxItem
            mih={44}
            checked={slot.near}
            disabled={slot.location === null}
            closeMenuOnClick
            onChange={() => act({ type: 'nearToggled', index })}
          >
            {words.passNearOf(name)}
          </Menu.CheckboxItem>
        )}
        {index > 0 && (
          <Menu.Item mih={44} leftSection={<IconRoute size={18} />} disabled={!hasWays} onClick={onWays}>
            {wayTexts.chooseFor(name)}
          </Menu.Item>
        )}
        {index > 0 && (
          <Menu.CheckboxItem
            mih={44}
            checked={slot.freehand}
            disabled={slot.location === null}
            closeMenuOnClick
            onChange={() => act({ type: 'freehandToggled', index })}
          >
            {words.freehandOf(name)}
          </Menu.CheckboxItem>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface RowButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Icon button at the end of a row. */
export function RowButton({ label, disabled, onClick, children }: RowButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
