import type { Clock } from '@switchback/platform/clock';
import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import { EventFactory } from '@switchback/platform/events/event';
import type { Ids } from '@switchback/platform/ids';
import type { Places } from '@switchback/platform/places/places';
import type { Rpc } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import type { UsersService } from '@switchback/proto/users/v1/service';
import type { DataSource } from 'typeorm';
import { ContactMessage } from './contact/contact-message.entity.js';
import { Export } from './exports/export.entity.js';
import { DriveFact } from './facts/drive-fact.entity.js';
import { ListedDrive } from './lists/listed-drive.entity.js';
import { Popularity } from './lists/popularity.entity.js';
import { MIGRATIONS } from './migrations/all.js';
import { Notice, NoticeSetting } from './notices/notice.entity.js';
import { Profile, Username } from './profiles/profile.entity.js';
import { ProfileInput } from './profiles/profile-input.js';
import { ProfilesService } from './profiles/profiles.service.js';
import { Usernames } from './profiles/usernames.js';
import { RecentSearch } from './searches/recent-search.entity.js';

export const usersSchema: ServiceModel = {
  // The single row of `facts_read` has no key, which an entity requires.
  entities: [
    ContactMessage,
    DriveFact,
    Export,
    ListedDrive,
    Notice,
    NoticeSetting,
    Popularity,
    Profile,
    RecentSearch,
    Username,
  ],
  migrations: MIGRATIONS,
};

/** Connects to the service's own schema, brought up to date. The caller closes the connection with `destroy`. */
export function connectUsers(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'users', usersSchema);
}

/** Creates the part of this service that creating an account needs, for commands that run next to the product. */
export function createUsersPeer(
  source: DataSource,
  { places, clock, ids }: { places: Places; clock: Clock; ids: Ids },
): Pick<Rpc<UsersService>, 'reserveUsername' | 'createProfile'> {
  const usernames = new Usernames(source.getRepository(Username), clock);
  const events = new EventFactory({ source: 'users', clock, ids });
  const input = new ProfileInput(places);
  const profiles = new ProfilesService(source.getRepository(Profile), usernames, input, events, clock);
  return {
    async reserveUsername({ userId, username, until }) {
      await usernames.reserve({ userId, username, until: new Date(until) });
      return {};
    },
    async createProfile({ userId, accountType }) {
      await profiles.create(userId, accountTypeOf(accountType));
      return {};
    },
  };
}
