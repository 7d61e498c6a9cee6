import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { And, type EntityManager, Equal, IsNull, Not, Repository } from 'typeorm';
import { lockProfile } from '../profiles/profiles.sql.js';
import { ContactMessage } from './contact-message.entity.js';
import { deleteOldMessages, insertMessage } from './contact-messages.sql.js';

/** Long enough to answer, and to look up earlier questions. */
const MESSAGES_KEPT_DAYS = 90;
const SWEEP_MAX = 1_000;
/** For an export: more than anyone can write within the gateway's limits. */
const OF_PERSON_MAX = 1_000;

/** Messages from people to the staff, stored for {@link MESSAGES_KEPT_DAYS} days or until the account is deleted. */
@Injectable()
export class ContactMessages {
  constructor(@InjectRepository(ContactMessage) private readonly messages: Repository<ContactMessage>) {}

  /**
   * Stores a message. Idempotent; drops a message of an account that was deleted since.
   * @returns whether it still has to be mailed.
   */
  async store({ id, userId, name, email, reason, message }: ContactEvent, receivedAt: Date): Promise<boolean> {
    return this.messages.manager.transaction(async (manager) => {
      // The account's deletion waits until the transaction ends, and then finds the message.
      if (userId !== '' && !(await lockProfile(manager, userId, 'key share'))) return false;
      await insertMessage(manager, { id, userId, name, email, reason, message, receivedAt });
      return manager.existsBy(ContactMessage, { id, mailedAt: IsNull() });
    });
  }

  /** Returns null if the message was already mailed, or is deleted. */
  unmailed(id: string): Promise<ContactEvent | null> {
    return this.messages.findOneBy({ id, mailedAt: IsNull() });
  }

  async noteMailed(id: string): Promise<void> {
    await this.messages.update({ id }, { mailedAt: () => 'now()' });
  }

  /** Returns a person's messages for their export, oldest first. */
  async ofPerson(userId: string): Promise<object[]> {
    const messages = await this.messages.find({
      where: { userId: fromPerson(userId) },
      order: { receivedAt: 'ASC', id: 'ASC' },
      take: OF_PERSON_MAX,
    });
    return messages.map(({ name, email, reason, message, receivedAt }) => ({
      name,
      email,
      reason,
      message,
      receivedAt,
    }));
  }

  /** Deletes the messages of a deleted account, in the caller's transaction. */
  async erase(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(ContactMessage, { userId: fromPerson(userId) });
  }

  /** Deletes messages past their retention; those beyond the batch wait for the next run. */
  sweep(): Promise<void> {
    return deleteOldMessages(this.messages.manager, MESSAGES_KEPT_DAYS, SWEEP_MAX);
  }
}

/** Excludes messages of visitors explicitly, as the index of people does. */
function fromPerson(userId: string) {
  return And(Equal(userId), Not(''));
}
