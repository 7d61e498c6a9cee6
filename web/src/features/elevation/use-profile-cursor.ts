import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

export type Stretch = readonly [fromMeters: number, toMeters: number];

interface Input {
  totalMeters: number;
  /** Places that Page Up and Page Down lead to, in travel order. */
  stops: readonly number[];
  onCursor: (meters: number | null) => void;
  /** Called when a stretch was chosen, and with null for all of it. */
  onStretch: (stretch: Stretch | null) => void;
}

/** A shorter drag is a click. */
const DRAG_PIXELS = 6;
/** The cursor snaps to a place within this distance. */
const SNAP_PIXELS = 6;
/** Share of the whole by which the arrow keys move the cursor. */
const STEP_SHARE = 0.01;
const PAGE_STEPS = 10;
/** Each zoom shows this share of the stretch before. */
const ZOOM_SHARE = 0.4;

/**
 * The cursor and the selected stretch of a profile. A mouse or pen hovers, and selects by dragging; a finger moves the
 * cursor, which stays where it was lifted.
 */
export function useProfileCursor({ totalMeters, stops, onCursor, onStretch }: Input) {
  const [at, setAt] = useState<number | null>(null);
  const [stretch, setStretch] = useState<Stretch | null>(null);
  /** The fixed end of a stretch that is selected by keys. */
  const anchor = useRef<number | null>(null);
  const last = useRef(totalMeters / 2);

  const move = (meters: number | null) => {
    if (meters !== null) last.current = meters;
    setAt(meters);
    onCursor(meters);
  };
  const select = (next: Stretch | null) => {
    setStretch(next);
    onStretch(next);
  };
  const pointer = usePointer({ totalMeters, stops, onMove: move, onDrag: setStretch, onSelect: select });
  const clear = () => {
    anchor.current = null;
    move(null);
    if (stretch !== null) select(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (at === null && stretch === null) return;
      event.preventDefault();
      return clear();
    }
    const to = targetOf(event.key, at ?? 0, totalMeters, stops);
    if (to === null) return;
    event.preventDefault();
    anchor.current = event.shiftKey ? (anchor.current ?? at ?? 0) : null;
    move(to);
    if (anchor.current !== null && anchor.current !== to) select(sorted(anchor.current, to));
  };
  return {
    at,
    stretch,
    handlers: { ...pointer, onKeyDown, onBlur: () => move(null) },
    showAll: clear,
    /** Zooms to a part of the present stretch, around the last place of the cursor. */
    zoomIn: () => select(partAround(last.current, stretch ?? [0, totalMeters])),
  };
}

interface PointerInput extends Pick<Input, 'totalMeters' | 'stops'> {
  onMove: (meters: number | null) => void;
  /** Called while a stretch is dragged. */
  onDrag: (stretch: Stretch) => void;
  onSelect: (stretch: Stretch) => void;
}

function usePointer({ totalMeters, stops, onMove, onDrag, onSelect }: PointerInput) {
  const drag = useRef<{ x: number; from: number; isLong: boolean } | null>(null);
  const metersOf = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const metersOfPixel = totalMeters / Math.max(1, width);
    const meters = Math.min(totalMeters, Math.max(0, (event.clientX - left) * metersOfPixel));
    const away = (stop: number) => Math.abs(stop - meters);
    const nearest = stops.reduce((best, stop) => (away(stop) < away(best) ? stop : best), Infinity);
    return away(nearest) <= SNAP_PIXELS * metersOfPixel ? nearest : meters;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const from = metersOf(event);
      onMove(from);
      event.currentTarget.setPointerCapture(event.pointerId);
      if (event.pointerType !== 'touch') drag.current = { x: event.clientX, from, isLong: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const [to, begun] = [metersOf(event), drag.current];
      onMove(to);
      if (begun === null) return;
      begun.isLong ||= Math.abs(event.clientX - begun.x) >= DRAG_PIXELS;
      if (begun.isLong) onDrag(sorted(begun.from, to));
    },
    onPointerUp: (event: PointerEvent) => {
      if (drag.current?.isLong) onSelect(sorted(drag.current.from, metersOf(event)));
      drag.current = null;
    },
    onPointerCancel: () => (drag.current = null),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch' && drag.current === null) onMove(null);
    },
  };
}

function sorted(a: number, b: number): Stretch {
  return a <= b ? [a, b] : [b, a];
}

function partAround(center: number, [from, to]: Stretch): Stretch {
  const length = (to - from) * ZOOM_SHARE;
  const start = Math.min(Math.max(center - length / 2, from), to - length);
  return [start, start + length];
}

/** Returns the place to which a key moves the cursor; null if it does not. */
function targetOf(key: string, at: number, totalMeters: number, stops: readonly number[]): number | null {
  const step = totalMeters * STEP_SHARE;
  const targets: Record<string, () => number> = {
    ArrowRight: () => at + step,
    ArrowUp: () => at + step,
    ArrowLeft: () => at - step,
    ArrowDown: () => at - step,
    Home: () => 0,
    End: () => totalMeters,
    PageUp: () => stops.find((stop) => stop > at) ?? at + PAGE_STEPS * step,
    PageDown: () => stops.findLast((stop) => stop < at) ?? at - PAGE_STEPS * step,
  };
  const target = targets[key]?.();
  return target === undefined ? null : Math.min(totalMeters, Math.max(0, target));
}
