import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { useMemo } from 'react';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
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

/** The start sheet of a day or a plan. */
export function SheetOfCourse({ kind, beginning, course, directions }: Props) {
  const meters = useMemo(() => lineLengthMeters(decodePolyline(course.path)), [course.path]);
  const wholeMeters = directions && directions.lines.reduce((sum, { distance }) => sum + distance, 0);
  return (
    <StartSheet
      kind={kind}
      beginning={beginning}
      course={course}
      title={course.title}
      headline={<CourseFigures course={course} meters={meters} wholeMeters={wholeMeters} />}
      directions={directions}
      isStored={false}
    />
  );
}
