import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';

const DOCUMENT = fileURLToPath(new URL('../../docs/journeys.md', import.meta.url));
/** Wider windows have the layout of a desktop. */
const PHONE_WIDTH_MAX = 550;

export interface Effort {
  presses: number;
  /** Text fields that a person typed into. */
  fields: number;
}

type Report = { kind: 'press' } | { kind: 'cursor' | 'typed'; field: string } | { kind: 'end' };

/**
 * Counts the presses and the fields of a journey in all tabs of the page's context, from its call on. A press is a
 * pointer that goes down (a drag is one, too), or Enter, Space or Escape where it activates; an option of a native list
 * costs two, a file one. The press that puts the cursor into a text field counts with that field.
 */
export async function countPresses(page: Page): Promise<PressCount> {
  const count = new PressCount(page);
  await page.context().exposeBinding('reportPress', (_source, report: Report) => count.add(report));
  await page.context().addInitScript(watchPresses);
  await page.evaluate(watchPresses);
  return count;
}

class PressCount {
  readonly #page: Page;
  #presses = 0;
  readonly #cursors = new Set<string>();
  readonly #typed = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
  }

  add(report: Report): void {
    if (report.kind === 'press') this.#presses += 1;
    if (report.kind === 'cursor') this.#cursors.add(report.field);
    if (report.kind === 'typed') this.#typed.add(report.field);
  }

  async effort(): Promise<Effort> {
    // Reports arrive in order, so those of earlier presses are in.
    await this.#page.evaluate(() => (globalThis as unknown as Watched).reportPress({ kind: 'end' }));
    const untyped = [...this.#cursors].filter((field) => !this.#typed.has(field)).length;
    return { presses: this.#presses + untyped, fields: this.#typed.size };
  }

  /** Expects the effort that docs/journeys.md documents for a window as wide as the page's. */
  async expectDocumented(journey: string): Promise<void> {
    const effort = await this.effort();
    const isPhone = (this.#page.viewportSize()?.width ?? 0) <= PHONE_WIDTH_MAX;
    expect(effort, `${journey}, in docs/journeys.md`).toEqual(documentedEffort(journey, isPhone));
  }
}

/** Reads a row of the table: journey, presses on a phone, presses on a wide screen, fields. */
function documentedEffort(journey: string, isPhone: boolean): Effort | null {
  for (const line of readFileSync(DOCUMENT, 'utf8').split('\n')) {
    const [name, phone, wide, fields] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    if (name === journey) return { presses: Number(isPhone ? phone : wide), fields: Number(fields) };
  }
  return null;
}

interface Watched {
  isWatched?: boolean;
  reportPress: (report: Report) => Promise<void>;
}

/** Runs in the page. */
function watchPresses(): void {
  const watched = globalThis as unknown as Watched;
  if (watched.isWatched) return;
  watched.isWatched = true;
  const report = (each: Report) => void watched.reportPress(each);
  const press = () => report({ kind: 'press' });
  const names = new WeakMap<EventTarget, string>();
  /** Lists and file fields that were opened by a press, which is counted already. */
  const opened = new WeakSet<EventTarget>();

  const nameOf = (field: Element) => {
    const name = names.get(field) ?? `${performance.timeOrigin}-${Math.random()}`;
    names.set(field, name);
    return name;
  };
  const textFieldOf = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return null;
    const field = target.closest('input, textarea, [contenteditable=true]');
    if (!(field instanceof HTMLInputElement)) return field;
    const isButton = /^(button|checkbox|color|file|radio|range|reset|submit)$/.test(field.type);
    return isButton || field.readOnly ? null : field;
  };
  const isActivating = ({ key, target }: KeyboardEvent) => {
    const field = textFieldOf(target);
    if (key === ' ') return field === null;
    return key === 'Escape' || (key === 'Enter' && !(field instanceof HTMLTextAreaElement));
  };
  const isFileField = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'file';
  const on = <K extends keyof WindowEventMap>(type: K, handle: (event: WindowEventMap[K]) => void) =>
    addEventListener(type, handle, { capture: true });

  on('pointerdown', ({ isTrusted, target }) => {
    if (!isTrusted) return;
    const field = textFieldOf(target);
    if (target instanceof HTMLSelectElement) opened.add(target);
    if (field === null) press();
    else report({ kind: 'cursor', field: nameOf(field) });
  });
  on('click', ({ target }) => {
    if (target !== null && isFileField(target)) opened.add(target);
  });
  on('keydown', (event) => {
    if (event.isTrusted && !event.repeat && isActivating(event)) press();
  });
  on('input', ({ target }) => {
    const field = textFieldOf(target);
    if (field !== null) report({ kind: 'typed', field: nameOf(field) });
  });
  on('change', ({ target }) => {
    const isList = target instanceof HTMLSelectElement;
    if (target === null || !(isList || isFileField(target))) return;
    if (isList) press();
    if (!opened.delete(target)) press();
  });
}
