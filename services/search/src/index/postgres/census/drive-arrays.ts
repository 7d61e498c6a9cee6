import { NUMBER_FILTER_NAMES, type NumberFilterName } from '@switchback/contracts/rules/filters';
import { columnOf } from '../../../document.js';
import { LABEL_FIELDS, type LabelField } from '../../filters.js';

/** A drive as read by the census; null, except for its number, if it was deleted. */
export interface CensusRow
  extends Record<NumberColumn, number | null>, Record<LabelField, readonly (string | number)[]> {
  number: number;
  id: string | null;
  is_public: boolean;
  owner_id: string;
  viewers: string[];
}

/** Location of a drive, as SQL over `drive d`. */
const PLACES = {
  west: '(d.box[1])[0]',
  south: '(d.box[1])[1]',
  east: '(d.box[0])[0]',
  north: '(d.box[0])[1]',
  lng: 'd.start[0]',
  lat: 'd.start[1]',
  x: 'cube_ll_coord(d.sphere, 1)',
  y: 'cube_ll_coord(d.sphere, 2)',
  z: 'cube_ll_coord(d.sphere, 3)',
};
export type NumberColumn = keyof typeof PLACES | NumberFilterName;
export const NUMBER_COLUMNS = [...(Object.keys(PLACES) as (keyof typeof PLACES)[]), ...NUMBER_FILTER_NAMES];

/** Columns of {@link CensusRow} except the number, over `drive d`. */
export const CENSUS_COLUMNS = [
  'd.id, d.is_public, d.owner_id, d.viewers',
  ...Object.entries(PLACES).map(([name, sql]) => `${sql} as ${name}`),
  ...[...NUMBER_FILTER_NAMES, ...LABEL_FIELDS].map((field) => `d.${columnOf(field)} as "${field}"`),
].join(', ');

/** People who may see a drive that is not public. */
interface People {
  ownerId: string;
  viewers: readonly string[];
}

const ABSENT = 0;
export const HIDDEN = 1;
export const PUBLIC = 2;
const CAPACITY_MIN = 1_024;
/** Few drives have more tags and regions. */
export const LABELS_MAX = 8;

/** Narrow columns of every drive, indexed by drive number: scanning them takes a millisecond for 100,000 drives. */
export class DriveArrays {
  /** Highest number plus one. */
  size = 0;
  /** {@link PUBLIC}, {@link HIDDEN} or 0 if absent. */
  presence = new Uint8Array(CAPACITY_MIN);
  /** NaN for a missing value, which is in no range. */
  readonly columns = Object.fromEntries(NUMBER_COLUMNS.map((name) => [name, new Float64Array(CAPACITY_MIN)])) as Record<
    NumberColumn,
    Float64Array
  >;
  readonly ids: string[] = [];
  /** Codes of a drive's tags, countries and states, {@link LABELS_MAX} slots each, 0 for an empty slot. */
  labels = new Int32Array(CAPACITY_MIN * LABELS_MAX);
  /** Codes beyond those slots. */
  readonly moreLabels = new Map<number, readonly number[]>();
  readonly people = new Map<number, People>();
  readonly #codes = new Map<string, number>();

  put(row: CensusRow): void {
    const { number, id } = row;
    this.#makeRoom(number);
    this.people.delete(number);
    this.presence[number] = id === null ? ABSENT : row.is_public ? PUBLIC : HIDDEN;
    if (id === null) return;
    for (const name of NUMBER_COLUMNS) this.columns[name][number] = row[name] ?? NaN;
    this.ids[number] = id;
    const labels = LABEL_FIELDS.flatMap((field) => row[field].map((value) => labelOf(field, value)));
    this.#label(number, labels);
    if (!row.is_public) this.people.set(number, { ownerId: row.owner_id, viewers: row.viewers });
  }

  /** Returns undefined for a label that no drive ever had. */
  codeOf(label: string): number | undefined {
    return this.#codes.get(label);
  }

  /** Returns the highest code plus one. */
  get codeCount(): number {
    return this.#codes.size + 1;
  }

  #label(number: number, labels: readonly string[]): void {
    const codes = labels.map((label) => this.#codeFor(label));
    for (let place = 0; place < LABELS_MAX; place += 1) this.labels[number * LABELS_MAX + place] = codes[place] ?? 0;
    if (codes.length > LABELS_MAX) this.moreLabels.set(number, codes.slice(LABELS_MAX));
    else this.moreLabels.delete(number);
  }

  #codeFor(label: string): number {
    const code = this.#codes.get(label) ?? this.codeCount;
    this.#codes.set(label, code);
    return code;
  }

  #makeRoom(number: number): void {
    // Filled without gaps as it grows: a sparse array is slow to read.
    while (this.ids.length <= number) this.ids.push('');
    this.size = Math.max(this.size, number + 1);
    if (number < this.presence.length) return;
    const capacity = Math.max(number + 1, this.presence.length * 2);
    const presence = new Uint8Array(capacity);
    presence.set(this.presence);
    this.presence = presence;
    const labels = new Int32Array(capacity * LABELS_MAX);
    labels.set(this.labels);
    this.labels = labels;
    for (const name of NUMBER_COLUMNS) {
      const grown = new Float64Array(capacity);
      grown.set(this.columns[name]);
      this.columns[name] = grown;
    }
  }
}

export function labelOf(field: LabelField, value: string | number): string {
  return `${field} ${value}`;
}
