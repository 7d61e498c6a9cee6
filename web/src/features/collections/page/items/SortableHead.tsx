import { useSortable } from '@dnd-kit/sortable';
import { GroupHead, type HeadProps } from './GroupHead.js';
import { headOf } from './plan-days.js';
import { sortableStyle } from './sortable-style.js';

/** Heading of a day: gives way to a dragged row, which thereby changes its day. */
export function SortableHead(props: HeadProps) {
  const { setNodeRef, transform, transition } = useSortable({
    id: headOf(props.group.day),
    disabled: { draggable: true },
  });
  return <GroupHead {...props} headRef={setNodeRef} style={sortableStyle(transform, transition)} />;
}
