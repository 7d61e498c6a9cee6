import type { Settings } from '@switchback/platform/config/settings';
import { serviceKeys } from '@switchback/platform/process/service-keys';
import type { ProviderSettings } from './oidc/identity-provider.js';

/** Operator settings for accounts. */
export interface AuthSettings {
  product: string;
  publicUrl: string;
  passwordMin: number;
  sessions: SessionLimits;
  totp: TotpSettings;
  /** External login provider; null if there is none. */
  provider: ProviderSettings | null;
  rates: AuthLimitSettings;
}

/** Settings for codes of authenticator apps. */
export interface TotpSettings {
  /** Whether people may turn TOTP on; accounts that have it on need codes regardless. */
  isOffered: boolean;
  /** Keys of the installation that seal TOTP secrets; read when the first secret is sealed. */
  keys: () => readonly string[];
}

/** Rate limits. */
export interface AuthLimitSettings {
  failuresPerAccount: number;
  failuresPerAddress: number;
  mailsPerMailbox: number;
  mailsPerAddress: number;
  mailsPerAccount: number;
  mailsPerHour: number;
}

export interface SessionLimits {
  /** Days without use after which a session ends. */
  idleDays: number;
  /** Days after which a session ends, regardless of use. */
  days: number;
}

export const AUTH_SETTINGS = Symbol('AuthSettings');

/** Extracts the account settings. */
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
