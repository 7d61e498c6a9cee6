import type { Faults } from './drive-form.js';
import type { DrawerName } from './use-drawers.js';

/** Fields that show their own faults, in the order of the page, with the drawer of each. */
export const FAULT_FIELDS = {
  directions: 'waypoints',
  waypoints: 'waypoints',
  pointsOfInterest: 'waypoints',
  title: 'details',
  description: 'details',
  tags: 'details',
  countries: 'details',
  photos: 'details',
} as const satisfies Record<string, DrawerName>;

export type FaultField = keyof typeof FAULT_FIELDS;

const FIELDS = Object.keys(FAULT_FIELDS) as FaultField[];

/** Returns the field of the first fault on the page; null if no field shows one. */
export function firstFault(faults: Faults): FaultField | null {
  return FIELDS.find((field) => faults[field] !== undefined) ?? null;
}

export function isFaultField(field: string): field is FaultField {
  return Object.hasOwn(FAULT_FIELDS, field);
}

/** Scrolls to a field and moves the focus to its control, or to its fault if it has none. */
export function focusField(field: FaultField): void {
  const place = document.querySelector<HTMLElement>(`[data-field~="${field}"]`);
  if (place === null) return;
  place.scrollIntoView({ block: 'nearest' });
  const control = place.querySelector<HTMLElement>('input, textarea, button:enabled');
  (control ?? place).focus({ preventScroll: true });
}
