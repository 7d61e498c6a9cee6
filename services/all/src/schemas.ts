import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { ServiceName } from '@switchback/platform/services';
import type { DataSource } from 'typeorm';
import { services } from './services.js';

/** Connects to a service's schema and migrates it, unless the settings disable that. */
export type ConnectSchema = (database: DatabaseSettings) => Promise<DataSource>;

/** A service with data of its own. */
export type ServiceWithSchema = {
  [Name in ServiceName]: (typeof services)[Name] extends { schema: ServiceModel } ? Name : never;
}[ServiceName];

export const schemas = Object.fromEntries(
  Object.values(services).flatMap((service): [ServiceName, ConnectSchema][] => {
    if (!('schema' in service)) return [];
    return [[service.name, (database) => connectService(database, service.name, service.schema)]];
  }),
) as Record<ServiceWithSchema, ConnectSchema>;
