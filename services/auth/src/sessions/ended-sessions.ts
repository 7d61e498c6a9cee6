import { Injectable } from '@nestjs/common';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { sessionsTopic } from '@switchback/platform/events/topics';
import type { EntityManager } from 'typeorm';

/**
 * Ends sessions early and publishes their end to the processes that still accept them, both in the caller's
 * transaction.
 */
@Injectable()
export class EndedSessions {
  constructor(private readonly events: EventFactory) {}

  /** @param condition SQL condition on rows of `session`, with numbered parameters. */
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

  /**
   * Publishes that a person's sessions have other rights now, so that processes that cache a session check it again.
   */
  async publishChanged(manager: EntityManager, userId: string): Promise<void> {
    const event = this.events.create({ type: 'session.changed', subject: userId, version: 1, payload: { userId } });
    await appendToOutbox(manager, sessionsTopic, [event]);
  }

  /** Ends every session of a person but one; the caller has locked the account's row. */
  endAll(manager: EntityManager, userId: string, exceptSessionId = ''): Promise<void> {
    return this.end(manager, 'user_id = $1 and id <> $2', [userId, exceptSessionId]);
  }
}
