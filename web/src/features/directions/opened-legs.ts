import { readStored, writeStored } from '../../session/storage.js';

const KEY = 'switchback.openedLegs';
/** Courses whose last leg is stored; the oldest ones go first. */
const COURSES_MAX = 40;

interface Opened {
  course: string;
  /** Index of the leg that was opened last. */
  leg: number;
  /** Number of legs at that time: another app divides the same course differently. */
  count: number;
}

/** Returns the index of the leg of a course that was opened last on this device; null if there is none. */
export function openedLeg(course: string, count: number): number | null {
  const found = stored().find((each) => each.course === course && each.count === count);
  return found === undefined || found.leg >= count ? null : found.leg;
}

export function storeOpenedLeg(course: string, leg: number, count: number): void {
  const rest = stored().filter((each) => each.course !== course);
  writeStored(KEY, [{ course, leg, count }, ...rest].slice(0, COURSES_MAX));
}

function stored(): Opened[] {
  const value = readStored(KEY);
  return Array.isArray(value) ? value.filter(isOpened) : [];
}

function isOpened(value: unknown): value is Opened {
  const { course, leg, count } = (value ?? {}) as Partial<Record<keyof Opened, unknown>>;
  return typeof course === 'string' && Number.isInteger(leg) && Number.isInteger(count);
}
