import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { GuideCourse } from '../../../lib/offline/guide-course.js';
import { offlineDetailsOf } from '../../../lib/offline/offline-drives.js';
import { courseOf, type CoursePiece } from '../../drive-guide/course-pieces.js';
import { pieceOfDrive } from '../../drive-guide/guide-source.js';
import { wayPiece } from '../../drive-guide/way-piece.js';
import type { DayGroup, WayFinder } from './items/plan-days.js';

type Whole = Pick<GuideCourse, 'title' | 'origin'>;

/**
 * Returns a day of a trip as the guide follows it: its drives as they are driven, the ways between them, its places as
 * stops. A way that no router knows is a gap, which the guide does not lead across. Null if there is no line.
 * @param drives by id; those that are missing are left out.
 */
export function guideOfDay(
  whole: Whole,
  { stops }: DayGroup,
  drives: ReadonlyMap<string, DriveDetails>,
  find: WayFinder,
): GuideCourse | null {
  const pieces = stops.flatMap(({ item }, index): CoursePiece[] => {
    const before = stops[index - 1];
    const way = before && find(before.item, item);
    const isKnown = way !== undefined && !way.approximate;
    const place = item.place && [{ name: item.place.label, location: item.place.location, isShaping: false }];
    const ways = isKnown ? [wayPiece(way, place)] : [];
    const drive = drives.get(item.driveId ?? '');
    if (drive === undefined) return ways;
    const piece = pieceOfDrive(offlineDetailsOf(drive), item.part);
    const [start] = piece.path;
    // The driver hears where the next drive begins.
    const begins =
      index > 0 && start && piece.drive ? [{ name: piece.drive.title, location: start, isShaping: false }] : [];
    return [...ways, { ...piece, stops: [...begins, ...piece.stops] }];
  });
  return courseOf(whole, pieces);
}
