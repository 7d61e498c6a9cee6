import { encodePolyline } from '@switchback/geo/polyline';
import { directionsTexts } from '../../../../texts/directions.js';
import { tripTexts } from '../../../../texts/trips.js';
import { deliverTracks } from '../../../directions/gpx-file.js';
import { legLink } from '../../../directions/links.js';
import { TakeAlong } from '../../../directions/TakeAlong.js';
import { courseOfWay, type WayEnds } from './day-course.js';

interface Props extends WayEnds {
  /** Title of the drive to which it leads. */
  to: string;
}

/** Directions, file and link of the way to a drive. */
export function WayAlong({ way, gap, ends, to }: Props) {
  const { start, end } = ends;
  const course = courseOfWay({ way, gap, ends });
  const { path } = course.lines[0]!;
  const title = tripTexts.way.to(to);
  const isStraight = way === null || way.approximate;
  const name = isStraight ? directionsTexts.straight(title) : title;
  const legs = [{ path: encodePolyline([...path]) }];
  const url = legLink('google', [start, end], { fromHere: false });
  return (
    <TakeAlong
      isCompact
      course={course}
      title={title}
      gpx={() => deliverTracks(title, [{ title: name, description: '', legs }])}
      link={{ title, text: title, url }}
    />
  );
}
