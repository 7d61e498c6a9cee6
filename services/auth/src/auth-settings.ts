import type { Settings } from '@switchback/platform/config/settings';
import { serviceKeys } from '@switchback/platform/process/service-keys';
import type { ProviderSettings } from './oidc/identity-provider.js';

/** What operators decide of accounts. */
export interface AuthSettings {
  product: string;
  publicUrl: string;
  passwordMin: number;
  sessions: SessionLimits;
  totp: TotpSettings;
  /** Who else may say who a person is; null for nobody. */
  provider: ProviderSettings | null;
  rates: AuthLimitSettings;
}

/** Codes of authenticator apps. */
export interface TotpSettings {
  /** Whether people may turn it on; who has it on is asked for codes whatever this says. */
  isOffered: boolean;
  /** Keys of the installation, which their secrets are sealed with; asked for when the first is. */
  keys: () => readonly string[];
}

/** How often what may be tried. */
export interface AuthLimitSettings {
  failuresPerAccount: number;
  failuresPerAddress: number;
  mailsPerMailbox: number;
  mailsPerAddress: number;
  mailsPerAccount: number;
  mailsPerHour: number;
}

export interface SessionLimits {
  /** A session that was not used for so long has ended. */
  idleDays: number;
  /** So long after it was opened it has ended, however much it is used. */
  days: number;
}

export const AUTH_SETTINGS = Symbol('AuthSettings');

/** What the settings say of accounts. */
export function authSettings(settings: Settings): AuthSettings {
  return {
    product: settings.PRODUCT_NAME,
    publicUrl: settings.PUBLIC_URL,
    passwordMin: settings.PASSWORD_MIN,
    sessions: { idleDays: settings.SESSION_IDLE_DAYS, days: settings.SESSION_DAYS },
    totp: { isOffered: settings.TOTP === 'on', keys: () => serviceKeys(settings) },
    provider: providerSettings(settings),
    rates: {
      failuresPerAccount: settings.LOGIN_FAILURES_PER_ACCOUNT,
      failuresPerAddress: settings.LOGIN_FAILURES_PER_ADDRESS,
      mailsPerMailbox: settings.MAILS_PER_MAILBOX,
      mailsPerAddress: settings.MAILS_PER_ADDRESS,
      mailsPerAccount: settings.MAILS_PER_ACCOUNT,
      mailsPerHour: settings.MAILS_PER_HOUR,
    },
  };
}

function providerSettings({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Settings): AuthSettings['provider'] {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };
}
