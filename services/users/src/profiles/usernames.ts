import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { isReservedUsername, usernameFault } from '@switchback/contracts/rules/accounts';
import type { Clock } from '@switchback/platform/clock';
import { type ProductError, refuseField } from '@switchback/platform/errors';
import { type EntityManager, LessThanOrEqual, Repository } from 'typeorm';
import { isUniqueViolation } from '@switchback/platform/db/unique-violation';
import { Username } from './profile.entity.js';
import { usernameKey } from './username-key.js';
import { upsertReservation } from './usernames.sql.js';

interface Reservation {
  userId: string;
  username: string;
  /** After this, anyone may take it. */
  until: Date;
}

/** Assigns usernames. A refusal is a ProductError `usernameTaken` or `invalidInput` on the field `username`. */
@Injectable()
export class Usernames {
  constructor(
    @InjectRepository(Username) private readonly usernames: Repository<Username>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Reserves a username for a person without a profile, in place of their previous reservation. */
  async reserve({ userId, username, until }: Reservation): Promise<void> {
    const name = requireUsername(username);
    const reservation = { key: usernameKey(name), username: name, userId, heldUntil: until };
    const reserved = this.usernames.manager.transaction(async (manager) => {
      await this.deleteExpired(manager);
      await upsertReservation(manager, reservation);
    });
    await reserved.catch(refuseTaken);
  }

  /** @param userId the caller, for whom their own name counts as free; null for a visitor. */
  async check(username: string, userId: string | null): Promise<void> {
    const key = usernameKey(requireUsername(username));
    const holder = await this.usernames.findOneBy({ key });
    const isFree =
      !holder || holder.userId === userId || (holder.heldUntil !== null && holder.heldUntil <= this.clock.now());
    if (!isFree) throw taken();
  }

  /** Changes the username of a person with a profile, in the caller's transaction. */
  async change(manager: EntityManager, userId: string, username: string): Promise<void> {
    const name = requireUsername(username);
    await this.deleteExpired(manager);
    await manager.update(Username, { userId }, { key: usernameKey(name), username: name }).catch(refuseTaken);
  }

  /** Deletes few at a time: one for each sign-up that was never confirmed. */
  private async deleteExpired(manager: EntityManager): Promise<void> {
    await manager.delete(Username, { heldUntil: LessThanOrEqual(this.clock.now()) });
  }
}

function requireUsername(username: string): string {
  const name = username.trim();
  const fault = usernameFault(name);
  if (fault !== null) throw refuseField('username', 'invalidInput', fault);
  if (isReservedUsername(name)) throw taken();
  return name;
}

function taken(): ProductError {
  return refuseField('username', 'usernameTaken');
}

function refuseTaken(error: unknown): never {
  throw isUniqueViolation(error) ? taken() : error;
}
