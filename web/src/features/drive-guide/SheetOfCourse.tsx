import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { useEffect, useMemo, useState } from 'react';
import { storeCourse } from '../../lib/offline/courses.js';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { useSession } from '../../lib/people/use-user.js';
import type { Course } from '../directions/course.js';
import { CourseFigures } from './CourseFigures.js';
import type { Beginning } from './Guide.js';
import { StartSheet } from './StartSheet.js';

interface Props {
  kind: 'trip' | 'plan';
  beginning: Beginning;
  course: GuideCourse;
  directions: Course | null;
}

/** The start sheet of a day or a plan, which it stores on this device. */
export function SheetOfCourse({ kind, beginning, course, directions }: Props) {
  const meters = useMemo(() => lineLengthMeters(decodePolyline(course.path)), [course.path]);
  const isStored = useStored(kind, beginning.page, course);
  const wholeMeters = directions && directions.lines.reduce((sum, { distance }) => sum + distance, 0);
  return (
    <StartSheet
      kind={kind}
      beginning={beginning}
      course={course}
      title={course.title}
      headline={<CourseFigures course={course} meters={meters} wholeMeters={wholeMeters} />}
      directions={directions}
      isStored={isStored}
    />
  );
}

/** Stores the course. Returns whether it is on this device. */
function useStored(kind: Props['kind'], page: string, course: GuideCourse): boolean {
  const userId = useSession()?.userId ?? null;
  const [stored, setStored] = useState<GuideCourse | null>(null);
  useEffect(() => {
    if (userId === null) return;
    let isLive = true;
    void storeCourse({ userId, page, kind, course, rev: null, storedAt: Date.now() }).then(
      () => isLive && setStored(course),
      // A browser that stores nothing still guides, as long as there is a network.
      () => undefined,
    );
    return () => {
      isLive = false;
    };
  }, [userId, kind, page, course]);
  return stored === course;
}
