import type { Rankings } from '@switchback/contracts/resources/drive';

export interface RankedPlace {
  id: number;
  name: string;
  topRanked: boolean;
}

/** A country as it is being chosen, and its states; null where nothing is chosen yet. */
export interface RankRow {
  place: RankedPlace | null;
  states: readonly (RankedPlace | null)[];
}

/** One row at least, to choose in. */
export function rowsOf({ countries }: Rankings): RankRow[] {
  const rows = countries.map(({ country, states }) => ({ place: country, states }));
  return rows.length === 0 ? [{ place: null, states: [] }] : rows;
}

/** What is chosen of the rows. */
export function toRequest(rows: readonly RankRow[]) {
  return rows.flatMap(({ place, states }) =>
    place === null
      ? []
      : [{ country: picked(place), states: states.flatMap((state) => (state ? [picked(state)] : [])) }],
  );
}

export function isSame(rows: readonly RankRow[], others: readonly RankRow[]): boolean {
  return JSON.stringify(toRequest(rows)) === JSON.stringify(toRequest(others));
}

function picked({ id, topRanked }: RankedPlace) {
  return { id, topRanked };
}
