import type { DataSource } from 'typeorm';

/**
 * Returns a select list that yields rows in the shape of entities: hydrating entities would take longer than reading
 * the rows.
 * @param table name or alias of the entity's table in the statement.
 * @param except properties to omit.
 */
export function entityColumns(
  source: Pick<DataSource, 'getMetadata'>,
  entity: new () => object,
  table: string,
  except: readonly string[] = [],
): string {
  return source
    .getMetadata(entity)
    .columns.filter(({ propertyName }) => !except.includes(propertyName))
    .map(({ databaseName, propertyName }) => `${table}.${databaseName} as "${propertyName}"`)
    .join(', ');
}
