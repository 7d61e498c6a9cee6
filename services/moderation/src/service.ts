import type { Service } from '@switchback/platform/process/service';
import { ModerationServiceDefinition } from '@switchback/proto/moderation/v1/service';
import { ModerationModule } from './moderation.module.js';
import { moderationSchema } from './schema.js';

/** Definition of the moderation service, for the process that hosts it. */
export const moderation = {
  name: 'moderation',
  definition: ModerationServiceDefinition,
  module: ModerationModule,
  schema: moderationSchema,
} satisfies Service;
