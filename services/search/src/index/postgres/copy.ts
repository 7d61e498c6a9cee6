import { BinaryRows } from '@switchback/platform/db/binary-rows';
import type { Column } from './columns.js';
import type { Generation, Table } from './schema.js';
import type { Transaction } from './sql.js';

/**
 * Adds rows to a table.
 * @param options further ones of COPY.
 */
export async function copyRows<Row>(
  sql: Transaction,
  table: `${Table}${Generation}`,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  options: readonly 'freeze'[] = [],
): Promise<void> {
  const binary = new BinaryRows();
  for (const row of rows) {
    binary.row(columns.length);
    for (const column of columns) column.write(binary, row);
  }
  const names = columns.map(({ name }) => name).join(', ');
  const format = ['format binary', ...options].join(', ');
  await sql.copy(`copy ${table} (${names}) from stdin (${format})`, binary.finish());
}
