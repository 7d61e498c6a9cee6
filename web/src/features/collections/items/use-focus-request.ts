import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Control } from './items-editor.js';

/**
 * Focuses a control of an item after the next render, in which the item may have moved to another list.
 * @returns a function that requests the focus for a control
 */
export function useFocusRequest(root: RefObject<HTMLElement | null>): (key: string, control: Control) => void {
  const requested = useRef<string | null>(null);
  useEffect(() => {
    if (requested.current === null) return;
    root.current?.querySelector<HTMLElement>(requested.current)?.focus();
    requested.current = null;
  });
  return useCallback((key: string, control: Control) => {
    requested.current = `[data-item="${CSS.escape(key)}"] [data-control="${control}"]`;
  }, []);
}
