import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

type ElementRef = RefObject<HTMLElement | null>;

/** Opener of what had the focus last: without animations, an item of a menu is gone before its dialog opens. */
let lastOpener: HTMLElement | null = null;
addEventListener('focusin', ({ target }) => {
  lastOpener = openerOf(target);
});

/**
 * Returns the focus to the element that opened a dialog, also if the dialog unmounts while it is open. If a new layout
 * replaced that element meanwhile, its counterpart of the same name gets the focus, or else the page's content.
 * @param dialog the dialog's root
 * @returns a function that returns the focus again, for when the dialog has left the page
 */
export function useFocusReturn(dialog: ElementRef, opened: boolean): () => void {
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (opened) opener.current = openerOf(document.activeElement) ?? shownOf(lastOpener);
  }, [opened]);
  useEffect(() => {
    if (!opened) return;
    // A dialog that this one replaces has returned the focus by now.
    if (!isLost(dialog.current)) opener.current = openerOf(document.activeElement);
    return () => giveTo(opener, dialog);
  }, [dialog, opened]);
  return () => giveTo(opener, dialog);
}

/** Returns the focused element; for an item of a menu, which closes, the menu's button. */
function openerOf(focused: EventTarget | null): HTMLElement | null {
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  const label = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return document.getElementById(label ?? '') ?? focused;
}

function giveTo({ current: opener }: ElementRef, { current: dialog }: ElementRef): void {
  if (opener === null || !isLost(dialog)) return;
  const target = isShown(opener) ? opener : counterpartOf(opener);
  (target ?? document.querySelector<HTMLElement>('main'))?.focus();
}

/** Whether nothing has the focus but the dialog, which is closing. */
function isLost(dialog: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || dialog?.contains(focused) === true;
}

function shownOf(element: HTMLElement | null): HTMLElement | null {
  return element && isShown(element) ? element : null;
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
