import type { Service } from '@switchback/platform/process/service';
import { SearchServiceDefinition } from '@switchback/proto/search/v1/service';
import { searchSchema } from './open-index.js';
import { SearchModule } from './search.module.js';

/** Definition of the search service. */
export const search = {
  name: 'search',
  definition: SearchServiceDefinition,
  module: SearchModule,
  schema: searchSchema,
  connectsItself: true,
} satisfies Service;
