import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { exploreTexts } from '../../../texts/explore.js';
import styles from './BottomSheet.module.css';

export const SHEET_STOPS = ['peek', 'half', 'full'] as const;
export type SheetStop = (typeof SHEET_STOPS)[number];

/** Height of the lowest stop in pixels; shares of the available height for the higher ones. */
export const PEEK_PIXELS = 246;
const SHARES = { half: 0.55, full: 0.96 };
/** A shorter movement is a tap. */
const TAP_PIXELS = 5;
/** Above this speed (pixels per millisecond), a flick continues to the next stop. */
const FLICK = 0.4;

/** Returns the height of a sheet in an area of this height. */
export function pixelsOf(stop: SheetStop, room: number): number {
  return stop === 'peek' ? Math.min(PEEK_PIXELS, room) : Math.round(room * SHARES[stop]);
}

/** Returns the stop at which a sheet of this height settles when it is released, moving up at this speed. */
export function settle(height: number, speed: number, room: number): SheetStop {
  const aim = height + (Math.abs(speed) > FLICK ? Math.sign(speed) * room * 0.3 : 0);
  const away = (stop: SheetStop) => Math.abs(pixelsOf(stop, room) - aim);
  return SHEET_STOPS.reduce((best, stop) => (away(stop) < away(best) ? stop : best));
}

interface Props {
  label: string;
  stop: SheetStop;
  onStop: (stop: SheetStop) => void;
  /** Content below the handle, which drags the sheet too. */
  head?: ReactNode;
  children: ReactNode;
}

/**
 * Follows the pointer, and settles at a stop on release. `height` is in pixels during a drag, else null. A tap on the
 * handle moves the sheet too; in the body, only a finger does, and only below the highest stop, where it scrolls.
 */
function useDrag(stop: SheetStop, onStop: (stop: SheetStop) => void) {
  const sheet = useRef<HTMLElement>(null);
  const drag = useRef<{ y: number; height: number; lastY: number; lastTime: number; speed: number } | null>(null);
  const [height, setHeight] = useState<number | null>(null);
  const room = () => sheet.current?.parentElement?.clientHeight ?? 0;

  const grab = (event: PointerEvent) => {
    const own = sheet.current?.clientHeight ?? 0;
    drag.current = { y: event.clientY, height: own, lastY: event.clientY, lastTime: event.timeStamp, speed: 0 };
  };
  const onPointerDown = (event: PointerEvent) => {
    grab(event);
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const state = drag.current;
    if (state === null || (height === null && Math.abs(event.clientY - state.y) < TAP_PIXELS)) return;
    // The touched card may be replaced by new results.
    if (height === null) event.currentTarget.setPointerCapture(event.pointerId);
    const passed = Math.max(1, event.timeStamp - state.lastTime);
    state.speed = (state.lastY - event.clientY) / passed;
    state.lastY = event.clientY;
    state.lastTime = event.timeStamp;
    setHeight(Math.min(Math.max(state.height + state.y - event.clientY, 64), room()));
  };
  const release = (event: PointerEvent): 'tap' | 'drag' | null => {
    const state = drag.current;
    drag.current = null;
    if (state === null) return null;
    if (height === null) return 'tap';
    setHeight(null);
    onStop(settle(state.height + state.y - event.clientY, state.speed, room()));
    return 'drag';
  };
  const onPointerUp = (event: PointerEvent) => {
    // A tap goes one stop up, and from the highest to the lowest.
    if (release(event) === 'tap') onStop(SHEET_STOPS[SHEET_STOPS.indexOf(stop) + 1] ?? 'peek');
  };
  const onPointerCancel = () => {
    drag.current = null;
    setHeight(null);
  };
  const body = {
    // A tap opens the touched card, so only a movement captures the pointer.
    onPointerDown: (event: PointerEvent) => event.pointerType === 'touch' && stop !== 'full' && grab(event),
    onPointerMove,
    onPointerUp: release,
    onPointerCancel,
  };
  return { sheet, height, handle: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }, body };
}

/** A panel at the bottom edge with three heights: dragged by its handle, head or content, or moved with the arrow keys. */
export function BottomSheet({ label, stop, onStop, head, children }: Props) {
  const { sheet, height, handle, body } = useDrag(stop, onStop);
  const at = SHEET_STOPS.indexOf(stop);
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = { ArrowUp: at + 1, ArrowDown: at - 1, Home: 0, End: 2 };
    const next = SHEET_STOPS[targets[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onStop(next);
  };

  return (
    <section
      ref={sheet}
      className={styles.sheet}
      aria-label={label}
      data-stop={stop}
      data-dragging={height !== null}
      style={height === null ? { '--peek': `${PEEK_PIXELS}px` } : { height }}
    >
      <div className={styles.grab} {...handle}>
        <div
          className={styles.handle}
          role="slider"
          aria-orientation="vertical"
          tabIndex={0}
          aria-label={exploreTexts.sheet.handle}
          aria-valuemin={0}
          aria-valuemax={SHEET_STOPS.length - 1}
          aria-valuenow={at}
          aria-valuetext={exploreTexts.sheet.heights[stop]}
          onKeyDown={onKeyDown}
        >
          <span className={styles.grip} />
        </div>
        {head !== undefined && <div className={styles.head}>{head}</div>}
      </div>
      <div className={styles.body} {...body}>
        {children}
      </div>
    </section>
  );
}
