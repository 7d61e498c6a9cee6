import { type MouseEvent, useEffect, useRef } from 'react';

const CONTROLS = 'button, input';

/** The button that was pressed last, by its row and its place there. */
interface Pressed {
  row: Element;
  rowIndex: number;
  controlIndex: number;
}

/**
 * Keeps the focus in a list when the pressed button moves, is disabled, or is removed with its row; then the row in its
 * place receives the focus, or, after the last one, the list's section. Returns properties of the list's element.
 */
export function useKeptFocus<List extends HTMLElement>(rows: readonly unknown[]) {
  const list = useRef<List>(null);
  const pressed = useRef<Pressed | null>(null);
  useEffect(() => {
    const [element, last] = [list.current, pressed.current];
    pressed.current = null;
    if (element === null || last === null || isInUse(document.activeElement)) return;
    const row = element.contains(last.row) ? last.row : element.children[last.rowIndex];
    const controls = controlsOf(row ?? element.lastElementChild ?? element.closest('section'));
    const next = controls[last.controlIndex];
    (isInUse(next) ? next : controls.find(isInUse))?.focus();
  }, [rows]);
  const onClickCapture = ({ target, currentTarget }: MouseEvent<List>) => {
    const button = (target as Element).closest('button');
    const row = [...currentTarget.children].find((child) => child.contains(button));
    if (button === null || row === undefined) return;
    const rowIndex = [...currentTarget.children].indexOf(row);
    pressed.current = { row, rowIndex, controlIndex: controlsOf(row).indexOf(button) };
  };
  return { ref: list, onClickCapture };
}

function controlsOf(element: Element | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
}

/** Whether an element can have the focus, other than the page itself. */
function isInUse(element: Element | null | undefined): element is HTMLElement {
  return element != null && element !== document.body && !element.matches(':disabled');
}
