import { PROVIDER_PAGE } from '@switchback/contracts/rules/pages';
import type { Clock } from '@switchback/platform/clock';
import { connectService, type DatabaseSettings } from '@switchback/platform/db/database';
import { EventFactory } from '@switchback/platform/events/event';
import type { Ids } from '@switchback/platform/ids';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { Limits } from '@switchback/platform/limits/limits';
import type { Rpc } from '@switchback/platform/rpc/call';
import type { UsersService } from '@switchback/proto/users/v1/service';
import type { DataSource } from 'typeorm';
import { Accounts } from './accounts/accounts.js';
import { SignUps } from './accounts/sign-ups.js';
import { Staff } from './accounts/staff.js';
import {
  Account,
  Code,
  Identity,
  OidcLogin,
  PendingMail,
  RecoveryCode,
  Session,
  SignUp,
  Totp,
} from './auth.entities.js';
import { AuthLimits, type AuthLimitSettings } from './auth-limits.js';
import { Codes } from './codes.js';
import { Letters } from './mails/letters.js';
import { MailQueue } from './mails/mail-queue.js';
import { CreateAuth1795482000000 } from './migrations/1795482000000-create-auth.js';
import { AddSecondFactor1795485600000 } from './migrations/1795485600000-add-second-factor.js';
import { AddIdentities1795489200000 } from './migrations/1795489200000-add-identities.js';
import { AddMailboxProof1795492800000 } from './migrations/1795492800000-add-mailbox-proof.js';
import { Identities } from './oidc/identities.js';
import type { ProviderSettings } from './oidc/identity-provider.js';
import { openProvider } from './oidc/open-provider.js';
import { ProviderLogIns } from './oidc/provider-log-ins.js';
import { RoundTrips } from './oidc/round-trips.js';
import { Credentials } from './passwords/credentials.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { Sealer } from './second-factor/sealer.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { Candidates } from './sessions/candidates.js';
import { LogIns } from './sessions/log-ins.js';
import { EndedSessions } from './sessions/ended-sessions.js';
import { type SessionLimits, Sessions } from './sessions/sessions.js';

const TOTP_PURPOSE = 'secrets of authenticator apps';

/** What the auth service stands on, and what operators decide of it. */
export interface AuthOptions {
  clock: Clock;
  ids: Ids;
  limits: Limits;
  jobs: Pick<Jobs, 'enqueue'>;
  /** The users service, asked for when it is needed: it may still be starting. */
  users: () => Promise<Pick<Rpc<UsersService>, 'reserveUsername' | 'createProfile'>>;
  hasher?: PasswordHasher;
  product: string;
  publicUrl: string;
  passwordMin: number;
  sessions: SessionLimits;
  totp: TotpOptions;
  /** Who else may say who a person is; null for nobody. */
  provider: ProviderSettings | null;
  rates: AuthLimitSettings;
  onMailError: (error: unknown) => void;
  /** Told in one sentence what the provider could not answer, or answered wrongly. */
  onProviderFault: (reason: string) => void;
}

/** Codes of authenticator apps. */
export interface TotpOptions {
  /** Whether people may turn them on. */
  isOffered: boolean;
  /** Keys of the installation, which their secrets are sealed with; asked for when the first is. */
  keys: () => readonly string[];
}

export type StaffOptions = Pick<AuthOptions, 'clock' | 'ids' | 'users' | 'passwordMin' | 'hasher'>;

export interface AuthServices {
  accounts: Accounts;
  signUps: SignUps;
  logIns: LogIns;
  sessions: Sessions;
  credentials: Credentials;
  secondFactors: SecondFactors;
  identities: Identities;
  providerLogIns: ProviderLogIns;
  letters: Letters;
  mails: MailQueue;
  limits: AuthLimits;
  hasher: PasswordHasher;
}

/** In the order they are made. */
export const MIGRATIONS = [
  CreateAuth1795482000000,
  AddSecondFactor1795485600000,
  AddIdentities1795489200000,
  AddMailboxProof1795492800000,
] as const;

/** The service's own schema, brought up to date. The caller ends it with `destroy`. */
export function connectAuth(database: DatabaseSettings): Promise<DataSource> {
  const entities = [Account, SignUp, Session, Code, PendingMail, Totp, RecoveryCode, Identity, OidcLogin];
  return connectService(database, 'auth', { entities, migrations: [...MIGRATIONS] });
}

/** What staff do, for commands that run beside the product: its relay publishes what they leave in the outbox. */
export function createStaff(
  source: DataSource,
  { clock, ids, users, passwordMin, hasher = new PasswordHasher() }: StaffOptions,
): Staff {
  const { accounts, ended } = createAccounts(source, { clock, ids });
  return new Staff({ source, accounts, ended, codes: new Codes(source), hasher, users, ids, passwordMin });
}

/** What tells others of what it changes. */
function createAccounts(source: DataSource, { clock, ids }: Pick<AuthOptions, 'clock' | 'ids'>) {
  const events = new EventFactory({ source: 'auth', clock, ids });
  const ended = new EndedSessions(events);
  return { ended, accounts: new Accounts(source, events, ended) };
}

/** What the auth service is made of, over its schema. */
export function createAuth(source: DataSource, options: AuthOptions): AuthServices {
  const { clock, ids, users, passwordMin, product, publicUrl, hasher = new PasswordHasher() } = options;
  const { accounts, ended } = createAccounts(source, { clock, ids });
  const codes = new Codes(source);
  const sessions = new Sessions(source, ids, options.sessions, ended);
  const candidates = new Candidates(source, options.sessions);
  const limits = new AuthLimits(options.limits, options.rates);
  const mails = new MailQueue(source, options.jobs, ids, options.onMailError);
  const signUps = new SignUps({ source, accounts, codes, mails, limits, hasher, users, ids, passwordMin });
  const credentials = new Credentials({ source, accounts, sessions, codes, mails, limits, hasher, passwordMin });
  const { isOffered, keys } = options.totp;
  const sealer = new Sealer(keys, TOTP_PURPOSE);
  const secondFactors = new SecondFactors({
    ...{ source, accounts, credentials, mails, limits, sealer, product, isOffered },
  });
  const identities = new Identities({ source, accounts, credentials, mails, users, ids });
  const providerLogIns = new ProviderLogIns({
    ...{ source, accounts, sessions, secondFactors, identities, limits },
    trips: new RoundTrips(source, publicUrl + PROVIDER_PAGE),
    provider: openProvider(options.provider, { clock, onFault: options.onProviderFault }),
  });
  return {
    ...{ accounts, sessions, signUps, mails, limits, hasher, credentials, secondFactors, identities, providerLogIns },
    logIns: new LogIns({ source, accounts, candidates, signUps, sessions, secondFactors, limits, hasher }),
    letters: new Letters({ codes, product, publicUrl }),
  };
}
