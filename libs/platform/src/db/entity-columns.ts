import type { DataSource } from 'typeorm';
import { rowsOf, type SqlConnection } from './sql.js';

declare const ROW: unique symbol;

/** A select list, with the type of the rows that it yields. */
export type ColumnList<Row> = string & { readonly [ROW]?: Row };

/**
 * Returns a select list that yields rows in the shape of entities: hydrating entities would take longer than reading
 * the rows.
 * @param table name or alias of the entity's table in the statement.
 * @param except properties to omit.
 */
export function entityColumns<Entity extends object, Omitted extends keyof Entity = never>(
  source: Pick<DataSource, 'getMetadata'>,
  entity: new () => Entity,
  table: string,
  except: readonly Omitted[] = [],
): ColumnList<Omit<Entity, Omitted>> {
  const omitted: readonly PropertyKey[] = except;
  return source
    .getMetadata(entity)
    .columns.filter(({ propertyName }) => !omitted.includes(propertyName))
    .map(({ databaseName, propertyName }) => `${table}.${databaseName} as "${propertyName}"`)
    .join(', ');
}

/** Joins two select lists; a column of the second replaces one of the same name. */
export function bothColumns<Left, Right>(left: ColumnList<Left>, right: ColumnList<Right>): ColumnList<Left & Right> {
  return `${left}, ${right}`;
}

/**
 * Runs a statement that selects exactly `columns`, and returns its rows. They need no validation: their columns are the
 * entity's, which a spec of each service compares with the database (ADR 50).
 */
export async function entityRows<Row>(
  connection: SqlConnection,
  _columns: ColumnList<Row>,
  statement: string,
  parameters: unknown[] = [],
): Promise<Row[]> {
  return rowsOf(await connection.query(statement, parameters)) as Row[];
}
