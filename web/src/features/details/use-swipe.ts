import { useRef, type TouchEvent } from 'react';

/** Minimum distance of a swipe in pixels. */
const SWIPE_MIN = 50;

/**
 * Returns the handlers of an element that swipes turn: to the next with a swipe to the left, to the previous with one to
 * the right. Ignores scrolls, and gestures with more than one finger.
 */
export function useSwipe(turn: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch === undefined || touches.length > 1 ? null : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [from, touch] = [start.current, changedTouches[0]];
      start.current = null;
      if (from === null || touch === undefined) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(x) >= SWIPE_MIN && Math.abs(x) > Math.abs(y)) turn(x > 0 ? -1 : 1);
    },
  };
}
