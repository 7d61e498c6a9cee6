import type { Settings } from '@switchback/platform/config/settings';
import { serviceKeys } from '@switchback/platform/process/service-keys';
import type { AuthOptions } from './create-auth.js';

/** What the settings say of accounts. */
export function authSettings(
  settings: Settings,
): Pick<AuthOptions, 'product' | 'publicUrl' | 'passwordMin' | 'sessions' | 'totp' | 'provider' | 'rates'> {
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

function providerSettings({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Settings): AuthOptions['provider'] {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };
}
