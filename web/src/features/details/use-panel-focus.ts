import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the panel's title when a drive opens in it, and back to where it was when the panel closes. Leaves
 * the focus alone while the user is typing.
 * @param subject changes when the panel shows something else; null while there is nothing to read yet
 */
export function usePanelFocus(
  panel: RefObject<HTMLElement | null>,
  title: RefObject<HTMLElement | null>,
  subject: string | null,
): void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (subject === null) return;
    if (focused !== null && panel.current?.contains(focused) !== true) before.current = focused;
    if (focused instanceof HTMLInputElement && focused.value !== '') return;
    title.current?.focus({ preventScroll: true });
  }, [panel, title, subject]);
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );
}
