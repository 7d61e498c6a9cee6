import type { Sql } from '../sql.js';

const SETS_MAX = 32;
/** After so many changes collecting anew is quicker than looking at each. */
const REVISIONS_MAX = 500;

interface TextSet {
  /** 1 for each number of a drive that has the words. */
  has: Uint8Array;
  revision: number;
}

/** Which drives have the words of the texts asked for of late, each brought up to date when it is asked for again. */
export class TextSets {
  readonly #sql: Sql;
  readonly #sets = new Map<string, Promise<TextSet>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * @param size numbers that the answer has room for, at least.
   * @param revision about how far the index has come.
   */
  async get(tsquery: string, size: number, revision: number): Promise<Uint8Array> {
    const collect = () => this.#collect(tsquery, size);
    const isOld = (set: TextSet) => revision - set.revision > REVISIONS_MAX;
    const refresh = (set: TextSet) => (isOld(set) ? collect() : this.#refresh(tsquery, set, size));
    const next = this.#sets.get(tsquery)?.then(refresh, collect) ?? collect();
    this.#sets.delete(tsquery);
    this.#sets.set(tsquery, next);
    const oldest = this.#sets.keys().next();
    if (this.#sets.size > SETS_MAX && !oldest.done) this.#sets.delete(oldest.value);
    return (await next).has;
  }

  clear(): void {
    this.#sets.clear();
  }

  async #collect(tsquery: string, size: number): Promise<TextSet> {
    const { rows } = await this.#sql.query<{ revision: string; numbers: string | null }>({
      text: `select revision, (select string_agg(number::text, ',') from drive_text where words @@ $1::tsquery) as numbers from head`,
      values: [tsquery],
    });
    const { revision = '0', numbers = null } = rows[0] ?? {};
    const found = numbers === null ? [] : numbers.split(',').map(Number);
    const has = new Uint8Array(found.reduce((most, number) => Math.max(most, number + 1), size));
    for (const number of found) has[number] = 1;
    return { has, revision: Number(revision) };
  }

  /** Looks at what changed since, alone. */
  async #refresh(tsquery: string, { has, revision }: TextSet, size: number): Promise<TextSet> {
    const { rows } = await this.#sql.query<{ revision: string; number: number | null; matches: boolean | null }>({
      text: `select h.revision, v.number, t.words @@ $1::tsquery as matches from head h
        left join version v on v.revision > $2 left join drive_text t on t.id = v.id`,
      values: [tsquery, revision],
    });
    const length = rows.reduce((most, { number }) => Math.max(most, (number ?? 0) + 1), Math.max(size, has.length));
    const grown = new Uint8Array(length);
    grown.set(has);
    for (const { number, matches } of rows) if (number !== null) grown[number] = matches ? 1 : 0;
    return { has: grown, revision: Number(rows[0]?.revision ?? revision) };
  }
}
