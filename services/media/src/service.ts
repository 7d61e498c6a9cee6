import type { Service } from '@switchback/platform/process/service';
import { MediaServiceDefinition } from '@switchback/proto/media/v1/service';
import { MediaModule } from './media.module.js';
import { mediaSchema } from './schema.js';

/** Definition of the media service. */
export const media = {
  name: 'media',
  definition: MediaServiceDefinition,
  module: MediaModule,
  schema: mediaSchema,
} satisfies Service;
