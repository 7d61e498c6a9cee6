import { connectService, type DatabaseSettings } from '@switchback/platform/db/database';
import type { ServiceName } from '@switchback/platform/services';
import type { DataSource } from 'typeorm';
import { services } from './services.js';

/** Connects to a service's schema and migrates it, unless the settings disable that. */
export type ConnectSchema = (database: DatabaseSettings) => Promise<DataSource>;

export const schemas = Object.fromEntries(
  Object.values(services).map(({ name, schema }): [ServiceName, ConnectSchema] => [
    name,
    (database) => connectService(database, name, schema),
  ]),
) as Record<ServiceName, ConnectSchema>;
