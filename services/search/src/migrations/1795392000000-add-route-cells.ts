import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables } from '../index/postgres/schema.js';

/** Upgrades an index that found routes by their bounding boxes; no-op for a newer one. */
export class AddRouteCells1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = (await runner.query(
      `select attname as name from pg_attribute where attrelid = to_regclass('drive')`,
    )) as { name: string }[];
    // The index may have been dropped; a rebuild creates it with cells.
    if (columns.length === 0 || columns.some(({ name }) => name === 'cells')) return;
    const boxIndexes = (await runner.query(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_attribute a on a.attrelid = i.indexrelid
        where i.indrelid = to_regclass('drive') and a.attname = 'box'`,
    )) as { name: string }[];
    const statements = [
      ...dropTables('_next'),
      ...dropTables('_delta'),
      'alter table drive add column cells int[]',
      CELLS_OF_BOXES,
      'alter table drive alter column cells set not null',
      'create index on drive using gin (cells) with (fastupdate = off)',
      ...boxIndexes.map(({ name }) => `drop index ${name}`),
      'update rebuild set is_running = false',
    ];
    for (const statement of statements) await runner.query(statement);
  }

  /** No-op: older releases ignore the column, and only a complete index could be reverted. */
  async down(): Promise<void> {
    return undefined;
  }
}

/**
 * Uses the bounding boxes of pieces, which yields some cells too many; a rebuild and each change of a drive correct
 * them.
 */
const CELLS_OF_BOXES = `update drive d set cells = array(
  select distinct (grid << 27) | (y << 14) | x
    from part p
    cross join (values (0, 1 / 32::float8), (1, 0.25), (2, 2), (3, 16)) as grids (grid, side)
    cross join generate_series(floor(((p.box[1])[1] + 90) / side)::int, floor(((p.box[0])[1] + 90) / side)::int) as y
    cross join generate_series(floor((greatest((p.box[1])[0], -180) + 180) / side)::int,
      floor((least((p.box[0])[0], 180) + 180) / side)::int) as x
    where p.id = d.id)`;
