import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { type AccountType, PRIVACY_KEYS, type PrivacyKey } from '@switchback/contracts/rules/accounts';
import type { Clock } from '@switchback/platform/clock';
import { ProductError, refuseField } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { usersTopic } from '@switchback/platform/events/topics';
import type { UserEvent } from '@switchback/proto/users/v1/events';
import { type EntityManager, Repository } from 'typeorm';
import { Profile, Username } from './profile.entity.js';
import { ProfileInput, type TypedProfile } from './profile-input.js';
import { insertProfile, lockProfile } from './profiles.sql.js';
import { Usernames } from './usernames.js';

/** Absent fields stay unchanged. */
interface ProfileChange extends TypedProfile {
  username?: string | undefined;
  /** Null removes the picture. */
  avatarId?: string | null | undefined;
}

/** Changes profiles: each change and its event share one transaction. */
@Injectable()
export class ProfilesService {
  constructor(
    @InjectRepository(Profile) private readonly profiles: Repository<Profile>,
    private readonly usernames: Usernames,
    private readonly input: ProfileInput,
    private readonly events: EventFactory,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Creates the profile of a person for whom a username is reserved. No-op if it already exists.
   * @throws ProductError `usernameTaken` if the reservation is gone.
   */
  async create(userId: string, accountType: AccountType): Promise<void> {
    await this.profiles.manager.transaction(async (manager) => {
      const { affected } = await manager.update(Username, { userId }, { heldUntil: null });
      if (affected === 0) throw refuseField('username', 'usernameTaken');
      const isNew = await insertProfile(manager, { id: userId, accountType, createdAt: this.clock.now() });
      if (isNew) await this.publish(manager, await profileOf(manager, userId));
    });
  }

  /**
   * @returns the id of the previous picture.
   * @throws ProductError `invalidInput` or `usernameTaken` with the invalid fields.
   */
  async save(userId: string, change: ProfileChange): Promise<string | null> {
    const { before } = await this.change(userId, async (profile, manager) => {
      const { username, avatarId } = change;
      const values = await this.input.parse(profile, change);
      if (username !== undefined) await this.usernames.change(manager, userId, username);
      return { ...values, ...(avatarId !== undefined && { avatarId }) };
    });
    return before.avatarId;
  }

  /** @param shown omitted keys stay unchanged. */
  async savePrivacy(userId: string, shown: Partial<Record<PrivacyKey, boolean>>): Promise<Profile> {
    const { after } = await this.change(userId, async ({ hidden }) => ({
      hidden: PRIVACY_KEYS.filter((key) => !(shown[key] ?? !hidden.includes(key))),
    }));
    return after;
  }

  private change(
    userId: string,
    work: (profile: Profile, manager: EntityManager) => Promise<Partial<Profile>>,
  ): Promise<{ before: Profile; after: Profile }> {
    return this.profiles.manager.transaction(async (manager) => {
      const before = await profileOf(manager, userId);
      await manager.update(Profile, { id: userId }, { ...(await work(before, manager)), rev: before.rev + 1 });
      const after = await profileOf(manager, userId);
      if (after.name.username !== before.name.username) await this.publish(manager, after);
      return { before, after };
    });
  }

  private async publish(manager: EntityManager, { id, rev, name }: Profile): Promise<void> {
    const payload: UserEvent = { id, rev, saved: { username: name.username }, deleted: undefined };
    const event = this.events.create({ type: 'user.saved', subject: id, version: rev, payload });
    await appendToOutbox(manager, usersTopic, [event]);
  }
}

/** Locks the profile until the transaction ends. */
async function profileOf(manager: EntityManager, id: string): Promise<Profile> {
  await lockProfile(manager, id, 'update');
  const profile = await manager.findOne(Profile, { where: { id }, relations: { name: true } });
  // The account was just deleted.
  if (!profile) throw new ProductError('invalidSession');
  return profile;
}
