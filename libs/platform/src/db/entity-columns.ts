import type { DataSource } from 'typeorm';

/**
 * What a statement selects so that its rows are entities as they are: making entities of them would take longer than reading
 * them.
 * @param table what the statement calls the entity's table.
 * @param except properties that are not asked for.
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
