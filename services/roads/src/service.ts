import type { Service } from '@switchback/platform/process/service';
import { RoadsServiceDefinition } from '@switchback/proto/roads/v1/service';
import { RoadsModule } from './roads.module.js';

/** Definition of the roads service, which has no data of its own. */
export const roads = { name: 'roads', definition: RoadsServiceDefinition, module: RoadsModule } satisfies Service;
