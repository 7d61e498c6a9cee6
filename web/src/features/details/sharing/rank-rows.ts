import type { Rankings } from '@switchback/contracts/resources/drive';

export interface RankedPlace {
  id: number;
  name: string;
  topRanked: boolean;
}

/** A country being chosen, with its states; null for a choice not made yet. */
export interface RankRow {
  place: RankedPlace | null;
  states: readonly (RankedPlace | null)[];
}

/** Converts rankings to rows; returns at least one row to choose in. */
export function rowsOf({ countries }: Rankings): RankRow[] {
  const rows = countries.map(({ country, states }) => ({ place: country, states }));
  return rows.length === 0 ? [{ place: null, states: [] }] : rows;
}

/** Converts rows to the request format, without the empty choices. */
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
