import type { RoutedDirections } from '@switchback/contracts/endpoints/directions';
import type { Road } from '@switchback/contracts/endpoints/roads';
import { titleFault } from '@switchback/contracts/rules/authoring';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Draft } from '../../../lib/drafts/draft.js';
import { EMPTY_FIELDS } from '../../../lib/drives/drive-fields.js';
import { roadsTexts } from '../../../texts/roads.js';

const words = roadsTexts;

/** Builds the editor's draft of a road, with its whole line. */
export function draftOfRoad(road: Pick<Road, 'name' | 'ref'>, directions: RoutedDirections): Draft {
  const ends = [directions.legs[0]!.start, directions.legs.at(-1)!.end];
  const tags = (directions.tags ?? []).map(({ category, name }) => ({ category, name }));
  return {
    fields: { ...EMPTY_FIELDS, title: titleOfRoad(road, ends[0]!.label), tags: tags.slice(0, LIMITS.driveTagsMax) },
    route: {
      waypoints: ends.map((end) => ({ ...end, value: { location: end.location } })),
      pointsOfInterest: [],
      directions,
    },
    rev: null,
  };
}

/** Returns the first title that a drive may have: the name, the number, or the town where the road starts. */
function titleOfRoad({ name, ref }: Pick<Road, 'name' | 'ref'>, start: string): string {
  const town = words.townOf.exec(start)?.[1]?.trim();
  const titles = [
    ...(name === null ? [] : [name, capitalized(name)]),
    ...(ref === null ? [] : [words.numbered(ref)]),
    ...(town === undefined ? [] : [words.by(town)]),
  ];
  return titles.find((title) => titleFault(title) === null) ?? '';
}

/** Returns the text with each word capitalized, and without signs that no title has. */
function capitalized(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{M}\p{N} '’‘.,&–-]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1))
    .join(' ');
}
