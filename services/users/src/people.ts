import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import { PLACES } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import type { Caller } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import { drivenStatsOf } from '@switchback/platform/wire/driven';
import type { AutocompleteRequest } from '@switchback/proto/users/v1/service';
import type { Driven, PublicProfile, User, UserSummary } from '@switchback/proto/users/v1/user';
import { Repository } from 'typeorm';
import { DriveLists } from './facts/drive-lists.js';
import { findProfile, type NamedProfile, summariesByPrefix, summariesOf } from './people.sql.js';
import { Profile } from './profiles/profile.entity.js';
import { namedRegions } from './profiles/region-names.js';
import { avatarOf, toSummary } from './profiles/user.mapper.js';
import { usernameKey } from './profiles/username-key.js';
import { maySeeProfile, maySeeSection, type ProfileSection, viewerOf } from './user.policy.js';

const NOT_DRIVEN: Driven = { distance: [], duration: [], states: [], countries: [] };

/** Reads about people, which never reveal anything the caller may not see. */
@Injectable()
export class People {
  constructor(
    @InjectRepository(Profile) private readonly profiles: Repository<Profile>,
    private readonly lists: DriveLists,
    @Inject(PLACES) private readonly places: Pick<Places, 'countries' | 'states' | 'cities'>,
  ) {}

  /** @throws ProductError `invalidSession` if the account was just deleted. */
  async profile(userId: string): Promise<NamedProfile> {
    const profile = await this.find(userId);
    if (!profile) throw new ProductError('invalidSession');
    return profile;
  }

  /** Returns the caller as they see themselves. */
  async user(caller: Caller): Promise<User> {
    const { lists, places } = this;
    const { userId } = caller;
    const profile = await this.profile(userId);
    const isDriven = maySeeSection({ ...profile, accountType: caller.accountType }, 'drivenStats', 'owner');
    const [regions, own] = await Promise.all([namedRegions(places, profile), lists.ofCaller(caller, isDriven)]);
    const driven = own.driven ?? NOT_DRIVEN;
    return {
      id: userId,
      username: profile.username,
      bio: profile.bio,
      avatar: avatarOf(profile),
      firstName: profile.firstName,
      lastName: profile.lastName,
      ...regions,
      accountType: toWireAccountType(caller.accountType),
      lists: { ...own.lists, ...(!isDriven && { completed: [] }) },
      driven,
      drivenStats: drivenStatsOf(driven),
    };
  }

  /**
   * Returns the parts of a profile that the caller may see. The owner gets what any visitor gets, to see their profile
   * as other people do.
   * @throws ProductError `userNotFound`
   */
  async publicProfile(userId: string, caller: Caller | null): Promise<PublicProfile> {
    const request = caller?.userId === userId ? null : caller;
    const profile = await this.visible(userId, request);
    const viewer = viewerOf(profile, request);
    const shows = (part: ProfileSection) => maySeeSection(profile, part, viewer);
    const { lists, places } = this;
    const [regions, listed, published, drivenStats] = await Promise.all([
      shows('location') ? namedRegions(places, profile) : undefined,
      shows('savedDrives') || shows('completedDrives') ? lists.listed(userId, request) : undefined,
      shows('publishedDrives') ? lists.published(userId) : undefined,
      shows('drivenStats') ? lists.driven(userId, request) : undefined,
    ]);
    return {
      id: userId,
      username: profile.username,
      avatar: avatarOf(profile),
      accountType: toWireAccountType(profile.accountType),
      ...(shows('name') && { firstName: profile.firstName, lastName: profile.lastName }),
      ...(shows('bio') && { bio: profile.bio }),
      ...regions,
      ...(listed && shows('savedDrives') && { saved: { ids: listed.saved } }),
      ...(listed && shows('completedDrives') && { completed: { ids: listed.completed } }),
      ...(published && { published: { ids: published } }),
      ...(drivenStats && { drivenStats }),
    };
  }

  /** @throws ProductError `userNotFound` */
  async summary(userId: string, caller: Caller | null): Promise<UserSummary> {
    const profile = await this.visible(userId, caller);
    return toSummary(profile);
  }

  /** Returns the people who exist and are not suspended; at most as many as any page contains. */
  async summaries(userIds: readonly string[]): Promise<UserSummary[]> {
    const found = await summariesOf(this.profiles.manager, userIds.slice(0, LIMITS.summariesMax));
    return found.map(toSummary);
  }

  /** Returns people whose username starts with the text, shortest first, without suspended people. */
  async autocomplete({ text, limit, includeFree, includeHero }: AutocompleteRequest): Promise<UserSummary[]> {
    const key = usernameKey(text.trim());
    if (key === '' || key.length > LIMITS.usernameMax) return [];
    const accountTypes = ['admin', ...(includeFree ? ['free'] : []), ...(includeHero ? ['hero'] : [])];
    const bounded = Math.min(Math.max(limit, 0), LIMITS.autocompleteMax);
    const found = await summariesByPrefix(this.profiles.manager, { key, accountTypes, limit: bounded });
    return found.map(toSummary);
  }

  /** Returns the caller's lists for the search, which shows no one drives that they may not see. */
  listed(caller: Caller) {
    return this.lists.listed(caller.userId, caller);
  }

  private async visible(userId: string, caller: Caller | null): Promise<NamedProfile> {
    const profile = await this.find(userId);
    if (!profile || !maySeeProfile(profile, viewerOf(profile, caller))) throw new ProductError('userNotFound');
    return profile;
  }

  private async find(id: string): Promise<NamedProfile | undefined> {
    // No id contains a character that the database cannot store.
    return id.includes('\0') ? undefined : findProfile(this.profiles.manager, id);
  }
}
