import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { CreateBilling1795800000000 } from './migrations/1795800000000-create-billing.js';
import { CreateSandbox1795803600000 } from './migrations/1795803600000-create-sandbox.js';
import { AddFences1796090400000 } from './migrations/1796090400000-add-fences.js';

export const billingSchema: ServiceModel = {
  entities: [],
  migrations: [CreateBilling1795800000000, CreateSandbox1795803600000, AddFences1796090400000],
};

/** Connects to the service's schema and migrates it. The caller closes it with `destroy`. */
export function connectBilling(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'billing', billingSchema);
}
