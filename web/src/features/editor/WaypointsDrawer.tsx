import { ActionIcon, Button, Switch } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { IconX } from '../../components/icons.js';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../../components/page-icons.js';
import { type DragEvent, useState } from 'react';
import { sentences } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { texts } from '../../texts/en.js';
import styles from './Editor.module.css';
import type { FileTexts } from './FileTool.js';
import { PlaceField } from './PlaceField.js';
import { RouteFiguresLine, TurnList } from './RouteFiguresLine.js';
import { RouteTools } from './RouteTools.js';
import { canAdd, type Slot } from './route-state.js';
import type { RouteWork } from './use-route-editor.js';

const words = editorRouteTexts;

interface Props {
  editor: RouteWork;
  /** Center of the map view. */
  near: LatLng | null;
  /** Called with the texts of an imported file. */
  onTexts: (texts: FileTexts) => void;
}

/** Returns the name of a slot by its position in the route. */
export function slotName(index: number, count: number): string {
  if (index === 0) return words.start;
  return index === count - 1 ? words.end : words.stop(index);
}

/** Ordered waypoints of the route, with actions on all of them. Fully usable without a map. */
export function WaypointsDrawer({ editor, near, onTexts }: Props) {
  const { points, act, error, retry, isRouting, figures } = editor;
  const { slots } = points;
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <>
      <h2 className={styles.heading}>{words.title}</h2>
      <RouteTools editor={editor} onTexts={onTexts} />
      <ol className={styles.slots}>
        {slots.map((slot, index) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            index={index}
            near={near}
            editor={editor}
            count={slots.length}
            isDragged={dragged === index}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== null) act({ type: 'moved', from: dragged, to: index });
              setDragged(null);
            }}
          />
        ))}
      </ol>
      {canAdd(points) && (
        <Button variant="default" onClick={() => act({ type: 'added' })}>
          {words.add}
        </Button>
      )}
      {points.slots.length >= LIMITS.waypointsMax && (
        <p className={styles.status}>{words.waypointsFull(LIMITS.waypointsMax)}</p>
      )}
      {figures !== null && <RouteFiguresLine figures={figures} />}
      {figures !== null && <TurnList maneuvers={figures.maneuvers} />}
      <p role="status" className={styles.status}>
        {isRouting ? words.routing : ''}
      </p>
      {error !== null && (
        <Notice kind="error" title={words.failed} text={sentences(error)}>
          <Button variant="default" onClick={retry}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      <Interests editor={editor} near={near} />
    </>
  );
}

interface RowProps extends Omit<Props, 'onTexts'> {
  slot: Slot;
  index: number;
  count: number;
  isDragged: boolean;
  onDrag: (index: number | null) => void;
  onDrop: () => void;
}

function SlotRow({ slot, index, count, editor: { act }, near, isDragged, onDrag, onDrop }: RowProps) {
  const name = slotName(index, count);
  const over = (event: DragEvent) => event.preventDefault();
  return (
    <li className={styles.slot} data-dragged={isDragged} onDragOver={over} onDrop={onDrop}>
      <div className={styles.slotHead}>
        <span
          className={styles.grip}
          draggable
          title={words.drag(name)}
          aria-hidden="true"
          onDragStart={() => onDrag(index)}
          onDragEnd={() => onDrag(null)}
        >
          <IconGripVertical size={18} />
        </span>
        <span className={styles.slotName}>{name}</span>
        <RowButton
          label={words.up(name)}
          disabled={index === 0}
          onClick={() => act({ type: 'moved', from: index, to: index - 1 })}
        >
          <IconArrowUp size={18} />
        </RowButton>
        <RowButton
          label={words.down(name)}
          disabled={index === count - 1}
          onClick={() => act({ type: 'moved', from: index, to: index + 1 })}
        >
          <IconArrowDown size={18} />
        </RowButton>
        <RowButton
          label={words.remove(name)}
          disabled={count === 2 && slot.location === null}
          onClick={() => act({ type: 'removed', index })}
        >
          <IconX size={18} />
        </RowButton>
      </div>
      <PlaceField
        label={name}
        placeholder={words.placeholder}
        {...(slot.location === null ? { chosen: '', asked: slot.label } : { chosen: slot.label })}
        near={near}
        onPlace={(label, location) => act({ type: 'placed', index, label, location })}
        onClear={() => act({ type: 'cleared', index })}
      />
      {slot.location === null && slot.label !== '' && <p className={styles.fault}>{words.whichPlace(slot.label)}</p>}
      {index > 0 && slot.location !== null && (
        <Switch
          size="sm"
          label={words.freehand}
          aria-label={words.freehandOf(name)}
          checked={slot.freehand}
          onChange={() => act({ type: 'freehandToggled', index })}
        />
      )}
    </li>
  );
}

interface RowButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function RowButton({ label, disabled, onClick, children }: RowButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

function Interests({ editor: { points, act }, near }: Omit<Props, 'onTexts'>) {
  const { interests } = points;
  const isFull = interests.length >= LIMITS.pointsOfInterestMax;
  return (
    <section aria-label={words.interests} className={styles.section}>
      <h3 className={styles.subheading}>{words.interests}</h3>
      <ul className={styles.interests}>
        {interests.map(({ id, label }, index) => (
          <li key={id}>
            <span>{label}</span>
            <RowButton
              label={words.remove(label)}
              disabled={false}
              onClick={() => act({ type: 'interestRemoved', index })}
            >
              <IconX size={18} />
            </RowButton>
          </li>
        ))}
      </ul>
      {isFull ? (
        <p className={styles.status}>{words.interestsFull(LIMITS.pointsOfInterestMax)}</p>
      ) : (
        <PlaceField
          label={words.interestPlaceholder}
          placeholder={words.interestPlaceholder}
          chosen=""
          near={near}
          onPlace={(label, location) => act({ type: 'interestAdded', label, location })}
        />
      )}
    </section>
  );
}
