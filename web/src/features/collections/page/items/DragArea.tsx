import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ReactNode, useMemo } from 'react';
import { tripTexts } from '../../../../texts/trips.js';
import { type ItemsEditor, useItemsEditor } from './items-editor.js';
import { placeText, titleIn } from './place-text.js';
import type { Drives } from './driven.js';
import { groupsOf, movedTo, orderOf } from './plan-days.js';

const words = tripTexts.drag;
/** A shorter movement is a press of the handle. */
const START_AT_PIXELS = 4;

/** Lets its rows be dragged by their handles: by mouse, by touch and by keyboard, across the headings of days. */
export function DragArea({ drives, children }: { drives: Drives; children: ReactNode }) {
  const editor = useItemsEditor();
  const { collection, days, move } = editor;
  const order = useMemo(() => orderOf(groupsOf(collection.items, days)), [collection.items, days]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: START_AT_PIXELS } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepsThrough(order) }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    if (over !== null) move(movedTo(collection.items, days, String(active.id), String(over.id)), 'handle');
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(editor, drives),
        screenReaderInstructions: { draggable: words.how },
      }}
      onDragEnd={drop}
    >
      <SortableContext items={order} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Moves a row by one place for each arrow key, exactly onto the next row or heading: the library's own steps miss
 * headings, which are lower than rows.
 */
function stepsThrough(order: readonly string[]): KeyboardCoordinateGetter {
  return (event, { active, currentCoordinates: { x }, context: { over, collisionRect, droppableRects } }) => {
    const by = STEPS[event.code];
    if (by === undefined || collisionRect === null) return undefined;
    event.preventDefault();
    const next = droppableRects.get(order[order.indexOf(String(over?.id ?? active)) + by] ?? '');
    return next && { x, y: next.top + (next.height - collisionRect.height) / 2 };
  };
}

/** Describes each step of a drag for screen readers. */
function announcementsOf({ collection: { items }, days }: ItemsEditor, drives: Drives): Announcements {
  const describe = (
    active: { id: UniqueIdentifier },
    over: { id: UniqueIdentifier } | null,
    text: (title: string, place: string) => string,
  ) => {
    const key = String(active.id);
    const stop = groupsOf(items, days)
      .flatMap(({ stops }) => stops)
      .find((each) => each.key === key);
    if (stop === undefined) return undefined;
    const moved = over === null ? null : movedTo(items, days, key, String(over.id));
    return text(titleIn(drives, stop.item), placeText(moved ?? { items: [...items], index: stop.index }, days));
  };
  return {
    onDragStart: ({ active }) => describe(active, null, words.picked),
    onDragOver: ({ active, over }) => describe(active, over, over?.id === active.id ? words.held : words.over),
    onDragEnd: ({ active, over }) => describe(active, over, words.dropped),
    onDragCancel: ({ active }) => describe(active, null, words.cancelled),
  };
}
