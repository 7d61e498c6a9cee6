import { BinaryRows } from '@switchback/platform/db/binary-rows';
import type { Column } from './columns.js';
import type { Generation, Table } from './schema.js';
import type { Transaction } from './sql.js';

/** Rows to be copied into a table. */
export interface Copy {
  statement: string;
  /** In COPY's binary format. */
  rows: Buffer;
}

/** @param options further options of COPY. */
export function copyOf<Row>(
  table: `${Table}${Generation}`,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  options: readonly 'freeze'[] = [],
): Copy {
  const binary = new BinaryRows();
  for (const row of rows) {
    binary.row(columns.length);
    for (const column of columns) column.write(binary, row);
  }
  const names = columns.map(({ name }) => name).join(', ');
  const format = ['format binary', ...options].join(', ');
  return { statement: `copy ${table} (${names}) from stdin (${format})`, rows: binary.finish() };
}

/** Copies the rows into their tables, one table after the other. */
export async function copyAll(sql: Transaction, copies: readonly Copy[]): Promise<void> {
  for (const { statement, rows } of copies) await sql.copy(statement, rows);
}
