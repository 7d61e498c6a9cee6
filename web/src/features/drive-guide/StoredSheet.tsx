import { type ReactNode, useEffect, useState } from 'react';
import { storedCourses } from '../../lib/offline/courses.js';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { useSession } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import styles from './DriveGuide.module.css';
import type { Beginning } from './Guide.js';
import { SheetOfCourse } from './SheetOfCourse.js';

interface Props {
  kind: 'trip' | 'plan';
  beginning: Beginning;
  /** Shown if this device has no copy. */
  children: ReactNode;
}

/** The start sheet of a day or a plan that cannot be loaded, from its copy on this device. */
export function StoredSheet({ kind, beginning, children }: Props) {
  const course = useStoredCourse(beginning.page);
  if (course === undefined) return <p className={styles.wait}>{texts.loading}</p>;
  if (course === null) return children;
  return <SheetOfCourse kind={kind} beginning={beginning} course={course} directions={null} />;
}

/** Null if this device has no copy; undefined until it is read. */
function useStoredCourse(page: string): GuideCourse | null | undefined {
  const userId = useSession()?.userId ?? null;
  const [read, setRead] = useState<{ of: string; course: GuideCourse | null }>();
  const of = `${userId} ${page}`;
  useEffect(() => {
    let isLive = true;
    const reading = userId === null ? Promise.resolve([]) : storedCourses(userId);
    void reading.then((courses) => {
      const course = courses.find((stored) => stored.page === page)?.course ?? null;
      if (isLive) setRead({ of, course });
    });
    return () => {
      isLive = false;
    };
  }, [userId, page, of]);
  return read?.of === of ? read.course : undefined;
}
