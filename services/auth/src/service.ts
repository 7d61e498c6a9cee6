import type { Service } from '@switchback/platform/process/service';
import { AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { AuthModule } from './auth.module.js';
import { authSchema } from './schema.js';

/** Definition of the auth service. */
export const auth = {
  name: 'auth',
  definition: AuthServiceDefinition,
  module: AuthModule,
  schema: authSchema,
} satisfies Service;
