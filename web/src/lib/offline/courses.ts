import { inStore } from '../store/browser-store.js';
import type { GuideCourse } from './guide-course.js';

/** A day of a trip or a plan that can be driven without a network. */
export interface StoredCourse {
  userId: string;
  /** Address of its page below that of the guide. */
  page: string;
  kind: 'trip' | 'plan';
  course: GuideCourse;
  /** Revision of a trip of which all days are stored; null for a single day and for a plan. */
  rev: number | null;
  /** Milliseconds since 1970. */
  storedAt: number;
}

const COURSES_MAX = 60;
const STORE = 'courses';

/** Returns a person's courses, newest first; none if the browser stores nothing. */
export async function storedCourses(userId: string): Promise<StoredCourse[]> {
  const all = await inStore<StoredCourse[]>(STORE, 'readonly', (store) => store.getAll()).catch(() => []);
  return all.filter((stored) => stored.userId === userId).sort((a, b) => b.storedAt - a.storedAt);
}

/** Stores a course, and deletes the oldest ones over the limit. */
export async function storeCourse(stored: StoredCourse): Promise<void> {
  const earlier = (await storedCourses(stored.userId)).find(({ page }) => page === stored.page);
  // A day that is opened again still belongs to the stored trip.
  const rev = stored.rev ?? earlier?.rev ?? null;
  await inStore(STORE, 'readwrite', (store) => store.put({ ...stored, rev }));
  for (const old of (await storedCourses(stored.userId)).slice(COURSES_MAX)) await deleteCourse(old);
}

export async function deleteCourse({ userId, page }: Pick<StoredCourse, 'userId' | 'page'>): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete([userId, page]));
}

/** Deletes the courses of everyone but this person; null is a visitor. */
export async function deleteCoursesOfOthers(userId: string | null): Promise<void> {
  const keys = await inStore<[string, string][]>(STORE, 'readonly', (store) => store.getAllKeys());
  for (const [owner, page] of keys) if (owner !== userId) await deleteCourse({ userId: owner, page });
}
