import { Injectable } from '@nestjs/common';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { sessionsTopic } from '@switchback/platform/events/topics';
import type { EntityManager } from 'typeorm';
import {
  deleteExcessSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionByToken,
  type EndedSession,
} from './ended-sessions.sql.js';

/**
 * Ends sessions early and publishes their end to the processes that still accept them, both in the caller's
 * transaction.
 */
@Injectable()
export class EndedSessions {
  constructor(private readonly events: EventFactory) {}

  /** Ends the session of a token. No-op for an unknown token. */
  async endByToken(manager: EntityManager, tokenHash: Buffer): Promise<void> {
    await this.publishEnded(manager, await deleteSessionByToken(manager, tokenHash));
  }

  async endOne(manager: EntityManager, userId: string, sessionId: string): Promise<void> {
    await this.publishEnded(manager, await deleteSession(manager, userId, sessionId));
  }

  /** Ends a person's least recently used sessions, if there are more than `max`. */
  async endExcess(manager: EntityManager, userId: string, max: number): Promise<void> {
    await this.publishEnded(manager, await deleteExcessSessions(manager, userId, max));
  }

  /** Ends every session of a person but one; the caller has locked the account's row. */
  async endAll(manager: EntityManager, userId: string, exceptSessionId = ''): Promise<void> {
    await this.publishEnded(manager, await deleteOtherSessions(manager, userId, exceptSessionId));
  }

  /**
   * Publishes that a person's sessions have other rights now, so that processes that cache a session check it again.
   */
  async publishChanged(manager: EntityManager, userId: string): Promise<void> {
    const event = this.events.create({ type: 'session.changed', subject: userId, version: 1, payload: { userId } });
    await appendToOutbox(manager, sessionsTopic, [event]);
  }

  private async publishEnded(manager: EntityManager, ended: readonly EndedSession[]): Promise<void> {
    const events = ended.map(({ id, userId }) =>
      this.events.create({ type: 'session.ended', subject: id, version: 1, payload: { userId } }),
    );
    await appendToOutbox(manager, sessionsTopic, events);
  }
}
