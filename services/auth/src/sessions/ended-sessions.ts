import { Injectable } from '@nestjs/common';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { sessionsTopic } from '@switchback/platform/events/topics';
import type { EntityManager } from 'typeorm';

/** Ends sessions before their time, and tells whoever still takes them for good: both in the transaction of the caller. */
@Injectable()
export class EndedSessions {
  constructor(private readonly events: EventFactory) {}

  /** @param condition on rows of `session`, with the parameters' numbers. */
  async end(manager: EntityManager, condition: string, parameters: unknown[]): Promise<void> {
    const ended = await manager.query<{ id: string; userId: string }[]>(
      `with ended as (delete from session where ${condition} returning id, user_id)
       select id, user_id as "userId" from ended`,
      parameters,
    );
    const events = ended.map(({ id, userId }) =>
      this.events.create({ type: 'session.ended', subject: id, version: 1, payload: { userId } }),
    );
    await appendToOutbox(manager, sessionsTopic, events);
  }

  /** Their sessions go on, with other rights: whoever keeps what a session may do has to ask again. */
  async tellChanged(manager: EntityManager, userId: string): Promise<void> {
    const event = this.events.create({ type: 'session.changed', subject: userId, version: 1, payload: { userId } });
    await appendToOutbox(manager, sessionsTopic, [event]);
  }

  /** Every session of a person but one; the caller holds the account's row. */
  endAll(manager: EntityManager, userId: string, exceptSessionId = ''): Promise<void> {
    return this.end(manager, 'user_id = $1 and id <> $2', [userId, exceptSessionId]);
  }
}
