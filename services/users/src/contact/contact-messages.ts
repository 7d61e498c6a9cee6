import { Injectable } from '@nestjs/common';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { DataSource, type EntityManager } from 'typeorm';

/** Long enough to answer, and to look up earlier questions. */
export const MESSAGES_KEPT_DAYS = 90;
const SWEEP_MAX = 1_000;
/** For an export: more than anyone can write within the gateway's limits. */
const OF_PERSON_MAX = 1_000;

/** Messages from people to the staff, stored for {@link MESSAGES_KEPT_DAYS} days or until the account is deleted. */
@Injectable()
export class ContactMessages {
  constructor(private readonly source: DataSource) {}

  /**
   * Stores a message. Idempotent; drops a message of an account that was deleted since.
   * @returns whether it still has to be mailed.
   */
  async store({ id, userId, name, email, reason, message }: ContactEvent, receivedAt: Date): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      if (userId !== '' && !(await isHere(manager, userId))) return false;
      await manager.query(
        `insert into contact_message (id, user_id, name, email, reason, message, received_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
        [id, userId, name, email, reason, message, receivedAt],
      );
      const waiting = await manager.query<unknown[]>(
        'select from contact_message where id = $1 and mailed_at is null',
        [id],
      );
      return waiting.length > 0;
    });
  }

  /** Returns undefined if the message was already mailed, or is deleted. */
  async unmailed(id: string): Promise<ContactEvent | undefined> {
    const [message] = await this.source.query<ContactEvent[]>(
      `select id, user_id as "userId", name, email, reason, message
         from contact_message where id = $1 and mailed_at is null`,
      [id],
    );
    return message;
  }

  async noteMailed(id: string): Promise<void> {
    await this.source.query('update contact_message set mailed_at = now() where id = $1', [id]);
  }

  /** Returns a person's messages for their export, oldest first. */
  ofPerson(userId: string): Promise<object[]> {
    return this.source.query<object[]>(
      `select name, email, reason, message, received_at as "receivedAt"
         from contact_message where user_id = $1 and user_id <> '' order by received_at, id limit $2`,
      [userId, OF_PERSON_MAX],
    );
  }

  /** Deletes the messages of a deleted account, in the caller's transaction. */
  async erase(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(`delete from contact_message where user_id = $1 and user_id <> ''`, [userId]);
  }

  /** Deletes messages past their retention; those beyond the batch wait for the next run. */
  readonly sweep = async (): Promise<void> => {
    await this.source.query(
      `delete from contact_message where id in (
         select id from contact_message where received_at < now() - make_interval(days => $1) limit $2)`,
      [MESSAGES_KEPT_DAYS, SWEEP_MAX],
    );
  };
}

/** Locks the profile against the deletion of the account, which then finds the message. */
async function isHere(manager: EntityManager, userId: string): Promise<boolean> {
  const profile = await manager.query<unknown[]>('select from profile where id = $1 for key share', [userId]);
  return profile.length > 0;
}
