import type { z } from 'zod';

/** A connection for SQL: the data source, or the manager of the caller's transaction. */
export interface SqlConnection {
  query(statement: string, parameters?: unknown[]): Promise<unknown>;
}

/**
 * Runs a statement and returns its rows, also those that an update or delete returns. Validates the first row of each
 * result, so that the cost does not grow with the number of rows: a renamed column, or another type, fails in the first
 * test that reads one.
 * @param row columns of a row, as `pg` returns them; strict, so that an undeclared column fails, too.
 * @throws Error if the first row does not match; the message contains no values.
 */
export async function queryRows<Columns extends z.core.$ZodShape>(
  connection: SqlConnection,
  row: z.ZodObject<Columns, z.core.$strict>,
  statement: string,
  parameters: unknown[] = [],
): Promise<z.input<z.ZodObject<Columns, z.core.$strict>>[]> {
  const rows = rowsOf(await connection.query(statement, parameters));
  if (rows.length > 0) {
    const { error } = row.safeParse(rows[0]);
    if (error) throw new Error(`Unexpected row: ${faultsOf(error)}, of the statement: ${statement}`);
  }
  return rows as z.input<typeof row>[];
}

/** TypeORM returns the rows of an update or delete in a pair with their number, and other rows as they are. */
export function rowsOf(result: unknown): unknown[] {
  const [first] = result as [unknown];
  return Array.isArray(first) ? first : (result as unknown[]);
}

function faultsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
}
