import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { Plan } from '@switchback/contracts/resources/plan';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { offlineDetailsOf } from '../../lib/offline/offline-drives.js';
import { courseOf, type CoursePiece } from '../drive-guide/course-pieces.js';
import { pieceOfDrive } from '../drive-guide/guide-source.js';
import { wayPiece } from '../drive-guide/way-piece.js';
import { isReversed } from './plan-facts.js';

/**
 * Returns a plan as the guide follows it. A straight way is a gap, which the guide does not lead across. Null if there is
 * no line.
 * @param drives by id; one that is missing keeps the plan's coarser line.
 */
export function guideOfPlan(
  whole: Pick<GuideCourse, 'title' | 'origin'>,
  { legs, source }: Plan,
  drives: ReadonlyMap<string, DriveDetails>,
): GuideCourse | null {
  const pieces = legs.flatMap((leg): CoursePiece[] => {
    const { driveId, from, to } = leg;
    const drive = drives.get(driveId ?? '');
    if (driveId === null && source === 'approximate') return [];
    if (drive === undefined || from === null || to === null) return [wayPiece(leg)];
    const stretch = { from: Math.min(from, to), to: Math.max(from, to) };
    return [pieceOfDrive(offlineDetailsOf(drive), { reversed: isReversed(leg), stretch })];
  });
  return courseOf(whole, pieces);
}
