import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { type DrivenPart, stretchWithin } from '@switchback/geo/driven-part';
import { distanceText } from '@switchback/platform/formats/figures';

/** Names a drive in a file, with the part of it that is driven. */
export function drivenTitle({ title, distance }: Pick<DriveDetails, 'title' | 'distance'>, part: DrivenPart): string {
  const stretch = stretchWithin(part, distance);
  const texts = [
    ...(stretch === null ? [] : [`${distanceText(stretch.from)} to ${distanceText(stretch.to)}`]),
    ...(part.reversed ? ['the other way'] : []),
  ];
  return texts.length === 0 ? title : `${title}, ${texts.join(', ')}`;
}
