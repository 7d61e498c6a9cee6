import type { useSortable } from '@dnd-kit/sortable';
import type { CSSProperties } from 'react';

type Sortable = ReturnType<typeof useSortable>;

/** Returns the style of a row or heading while a row is dragged. */
export function sortableStyle(transform: Sortable['transform'], transition: Sortable['transition']): CSSProperties {
  return transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition };
}
