import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to the element that opened a dialog, also if the dialog unmounts while it is open. If a new layout
 * replaced that element meanwhile, its counterpart of the same name gets the focus, or else the page's content.
 * @returns a function that returns the focus again, for when the dialog has left the page
 */
export function useFocusReturn(opened: boolean): () => void {
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (opened) opener.current = openerOf(document.activeElement);
  }, [opened]);
  useEffect(() => {
    if (!opened) return;
    // A dialog that this one replaces has returned the focus by now.
    if (!isLost(document.activeElement)) opener.current = openerOf(document.activeElement);
    return () => giveTo(opener.current);
  }, [opened]);
  return () => giveTo(opener.current);
}

/** Returns the focused element; for an item of a menu, which closes, the menu's button. */
function openerOf(focused: Element | null): HTMLElement | null {
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  const label = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return document.getElementById(label ?? '') ?? focused;
}

function giveTo(opener: HTMLElement | null): void {
  if (opener === null || !isLost(document.activeElement)) return;
  const target = isShown(opener) ? opener : counterpartOf(opener);
  (target ?? document.querySelector<HTMLElement>('main'))?.focus();
}

/** Whether nothing has the focus but a dialog, which is closing. */
function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
}

function isShown(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility();
}

function counterpartOf(opener: HTMLElement): HTMLElement | undefined {
  const name = nameOf(opener);
  const alike = [...document.querySelectorAll<HTMLElement>(opener.tagName)];
  return alike.find((element) => nameOf(element) === name && isShown(element));
}

function nameOf(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent.trim();
}
