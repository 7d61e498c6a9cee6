import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Control } from './items-editor.js';

/** A menu that opened just before may take the focus while it closes, and drop it. */
const MENU_MS = 300;

/**
 * Focuses a control of an item after the next render, in which the item may have moved to another list.
 * @returns a function that requests the focus for a control
 */
export function useFocusRequest(root: RefObject<HTMLElement | null>): (key: string, control: Control) => void {
  const requested = useRef<string | null>(null);
  useEffect(() => {
    const selector = requested.current;
    if (selector === null) return;
    requested.current = null;
    const focus = () => root.current?.querySelector<HTMLElement>(selector)?.focus();
    focus();
    setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) focus();
    }, MENU_MS);
  });
  return useCallback((key: string, control: Control) => {
    requested.current = `[data-item="${CSS.escape(key)}"] [data-control="${control}"]`;
  }, []);
}
