import type { Clock } from '@switchback/platform/clock';
import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import { EventFactory } from '@switchback/platform/events/event';
import type { Ids } from '@switchback/platform/ids';
import type { DataSource } from 'typeorm';
import { Account } from './accounts/account.entity.js';
import { Accounts } from './accounts/accounts.js';
import { SignUp } from './accounts/sign-up.entity.js';
import { Staff } from './accounts/staff.js';
import { Suspensions } from './accounts/suspensions.js';
import { Code } from './code.entity.js';
import { Codes } from './codes.js';
import { PendingMail } from './mails/pending-mail.entity.js';
import { MIGRATIONS } from './migrations/all.js';
import { Identity } from './oidc/identity.entity.js';
import { OidcLogin } from './oidc/oidc-login.entity.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { RecoveryCode, Totp } from './second-factor/totp.entity.js';
import { EndedSessions } from './sessions/ended-sessions.js';
import { Session } from './sessions/session.entity.js';
import type { UsersPeer } from './users-peer.js';

/** All times in the tables come from the database's clock, never from a process. */
export const authSchema: ServiceModel = {
  entities: [Account, Code, Identity, OidcLogin, PendingMail, RecoveryCode, Session, SignUp, Totp],
  migrations: MIGRATIONS,
};

/** Connects to the service's own schema, brought up to date. The caller closes the connection with `destroy`. */
export function connectAuth(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'auth', authSchema);
}

interface StaffOptions {
  clock: Clock;
  ids: Ids;
  users: UsersPeer;
  passwordMin: number;
  hasher?: PasswordHasher;
}

/**
 * Creates the staff operations for commands that run next to the product, whose relay publishes their outbox events.
 */
export function createStaff(source: DataSource, options: StaffOptions): Staff {
  const { clock, ids, users, hasher = new PasswordHasher() } = options;
  const events = new EventFactory({ source: 'auth', clock, ids });
  const ended = new EndedSessions(events);
  const accounts = new Accounts(source.getRepository(Account), events, ended);
  const suspensions = new Suspensions(source, accounts, ended, new Codes(source.getRepository(Code)));
  return new Staff(source, accounts, ended, suspensions, hasher, users, ids, options);
}
