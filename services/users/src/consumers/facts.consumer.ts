import { Controller, Inject } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { DriveFacts } from '../facts/drive-facts.js';

@Controller()
export class FactsConsumer {
  constructor(@Inject(DriveFacts) private readonly facts: Pick<DriveFacts, 'apply'>) {}

  /** Updates the stored facts about drives. */
  @OnEvents(drivesTopic, 'users-drives', { batchSize: 200 })
  consume(events: Event<DriveEvent>[]): Promise<void> {
    return this.facts.apply(events.map(({ payload }) => payload));
  }
}
