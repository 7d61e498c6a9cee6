import type { Service } from '@switchback/platform/process/service';
import { UsersServiceDefinition } from '@switchback/proto/users/v1/service';
import { usersSchema } from './schema.js';
import { UsersModule } from './users.module.js';

/** Definition of the users service. */
export const users = {
  name: 'users',
  definition: UsersServiceDefinition,
  module: UsersModule,
  schema: usersSchema,
} satisfies Service;
