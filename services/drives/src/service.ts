import type { Service } from '@switchback/platform/process/service';
import { DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { DrivesModule } from './drives.module.js';
import { drivesSchema } from './schema.js';

/** Definition of the drives service. */
export const drives = {
  name: 'drives',
  definition: DrivesServiceDefinition,
  module: DrivesModule,
  schema: drivesSchema,
} satisfies Service;
