import type { Bounds } from '@switchback/geo/location';
import type { GuideSource } from '@switchback/geo/guide/guide-line';

/** A drive along a course. */
export interface CourseDrive {
  id: string;
  title: string;
  /** Meters along the course. */
  fromMeters: number;
  toMeters: number;
  /** Length of the whole drive, of which the course may have a part. */
  lengthMeters: number;
}

/** A line to be guided along, as it was at the start: of a drive, a day of a trip, or a plan. Plain JSON. */
export interface GuideCourse {
  title: string;
  /** Address of the page that it comes from. */
  origin: string;
  bounds: Bounds;
  /** Google-encoded, precision 5. */
  path: string;
  source: Omit<GuideSource, 'path'>;
  drives: readonly CourseDrive[];
}
