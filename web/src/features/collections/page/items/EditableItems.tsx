import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { CollectionItem } from '@switchback/contracts/resources/collection';
import { daysOf, isTrip } from '@switchback/contracts/rules/collections';
import type { DrivenPart } from '@switchback/geo/driven-part';
import { useMemo, useRef, useState } from 'react';
import { tripTexts } from '../../../../texts/trips.js';
import { Arrange } from './Arrange.js';
import { DragArea } from './DragArea.js';
import { type GroupsProps, ItemGroups } from './ItemGroups.js';
import { type Arranged, type Control, type ItemsEditor, ItemsEditorContext, type Removed } from './items-editor.js';
import type { Drives } from './driven.js';
import { type Moved, placeOf, wayFinder } from './plan-days.js';
import { placeText, titleIn } from './place-text.js';
import { SortableHead } from './SortableHead.js';
import { SortableRow } from './SortableRow.js';
import { TripPlan } from './TripPlan.js';
import { UndoRow } from './UndoRow.js';
import { type PlanForm, useDraftItems } from './use-draft-items.js';
import { useFocusRequest } from './use-focus-request.js';

const words = tripTexts;

interface Props extends GroupsProps {
  isBusy: boolean;
  onChange: (form: CollectionForm) => void;
}

/** The items of a collection with the controls to order, plan, annotate and remove them. */
export default function EditableItems({ isBusy, onChange, ...groups }: Props) {
  const { collection, drives, ways } = groups;
  const root = useRef<HTMLDivElement>(null);
  const { shown, isSaved, failures, change } = useDraftItems({ collection, isBusy, onChange });
  const actions = useItemActions(shown.items, daysOf(shown), drives, change, useFocusRequest(root));
  const { removed, announcement, undoRemoval } = actions;
  const editor: ItemsEditor = { ...actions, collection: shown, days: daysOf(shown), isSaved, failures };
  const find = useMemo(() => wayFinder(collection.items, ways), [collection.items, ways]);
  const gap = removed && {
    index: removed.index,
    day: removed.item.day,
    row: <UndoRow key={removed.item.driveId} title={removed.title} onUndo={undoRemoval} />,
  };
  return (
    <ItemsEditorContext value={editor}>
      <TripPlan trip={shown} onChange={actions.change} />
      {isTrip(shown) && <Arrange drives={drives} find={find} />}
      <div ref={root}>
        <DragArea drives={drives}>
          <ItemGroups {...groups} shown={shown} Row={SortableRow} Head={SortableHead} gap={gap} isEditable />
        </DragArea>
      </div>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </ItemsEditorContext>
  );
}

/** The actions of the rows, each as a change of the whole list. */
function useItemActions(
  items: Moved['items'],
  days: number,
  drives: Drives,
  change: (form: PlanForm) => void,
  focus: (key: string, control: Control) => void,
) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [arranged, setArranged] = useState<Arranged | null>(null);
  const [announcement, setAnnouncement] = useState('');
  // Once it failed to save, or drives were added elsewhere, its undo would lose them.
  const shownArranged = arranged !== null && areSame(arranged.after, items) ? arranged : null;
  return useMemo(() => {
    const apply = (form: PlanForm) => {
      setRemoved(null);
      setArranged(null);
      change(form);
    };
    return {
      removed,
      arranged: shownArranged,
      announcement,
      change: apply,
      move: (moved: Moved | null, control: Control) => {
        if (moved === null) return;
        apply({ items: moved.items });
        const title = titleIn(drives, moved.items[moved.index]!);
        // Drags are announced by the drag area.
        if (control === 'options') setAnnouncement(words.drag.dropped(title, placeText(moved, days)));
        focus(placeOf(moved, days).key, control);
      },
      setNote: (index: number, note: string) =>
        apply({ items: items.map((item, each) => (each === index ? { ...item, note } : item)) }),
      setPart: (index: number, part: DrivenPart) => {
        const { driveId, note, day } = items[index]!;
        const isWhole = !part.reversed && part.stretch === null;
        apply({ items: items.with(index, { driveId, note, day, ...(!isWhole && { part }) }) });
        focus(placeOf({ items: [...items], index }, days).key, 'options');
      },
      remove: (index: number) => {
        apply({ items: items.filter((_, each) => each !== index) });
        setRemoved({ item: items[index]!, index, title: titleIn(drives, items[index]!) });
      },
      arrange: (next: CollectionItem[], text: string) => {
        const isSame = areSame(next, items);
        if (!isSame) apply({ items: next });
        setArranged(
          isSame ? { text: words.arrange.unchanged, after: items, before: null } : { text, after: next, before: items },
        );
      },
      undoArrangement: () => {
        if (shownArranged?.before != null) apply({ items: [...shownArranged.before] });
      },
      undoRemoval: () => {
        if (removed === null) return;
        const next = { items: items.toSpliced(removed.index, 0, removed.item), index: removed.index };
        apply({ items: next.items });
        focus(placeOf(next, days).key, 'options');
      },
    };
  }, [items, days, drives, change, focus, removed, shownArranged, announcement]);
}

function areSame(items: readonly CollectionItem[], expected: readonly CollectionItem[]): boolean {
  return (
    items.length === expected.length &&
    items.every(({ driveId, day, note, part }, index) => {
      const other = expected[index]!;
      const isPlaced = driveId === other.driveId && day === other.day;
      return isPlaced && note === other.note && JSON.stringify(part) === JSON.stringify(other.part);
    })
  );
}
