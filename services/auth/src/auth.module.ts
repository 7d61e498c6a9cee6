import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { openMailer } from '@switchback/platform/mail/open-mailer';
import { JobsModule, LimitsModule } from '@switchback/platform/nest/engine-modules';
import { providePeer } from '@switchback/platform/nest/provide-peer';
import { HOST } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { BillingServiceDefinition } from '@switchback/proto/billing/v1/service';
import { UsersServiceDefinition } from '@switchback/proto/users/v1/service';
import { Accounts } from './accounts/accounts.js';
import { Entitlements } from './accounts/entitlements.js';
import { SignUps } from './accounts/sign-ups.js';
import { Suspensions } from './accounts/suspensions.js';
import { AuthLimits } from './auth-limits.js';
import { AUTH_SETTINGS, type AuthSettings, authSettings } from './auth-settings.js';
import { AuthRpc } from './auth.rpc.js';
import { BILLING } from './billing-peer.js';
import { Codes } from './codes.js';
import { CONSUMERS } from './consumers/all.js';
import { MailQueue } from './mails/mail-queue.js';
import { MailRenderer } from './mails/mail-renderer.js';
import { MAILER, MailWorker } from './mails/mail.worker.js';
import { Identities } from './oidc/identities.js';
import { type OpenProvider, openProvider, PROVIDER } from './oidc/open-provider.js';
import { ProviderLogIns } from './oidc/provider-log-ins.js';
import { RoundTrips } from './oidc/round-trips.js';
import { Credentials } from './passwords/credentials.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { authSchema } from './schema.js';
import { Sealer } from './second-factor/sealer.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { Candidates } from './sessions/candidates.js';
import { EndedSessions } from './sessions/ended-sessions.js';
import { LogIns } from './sessions/log-ins.js';
import { Sessions } from './sessions/sessions.js';
import { UpkeepWorker } from './upkeep/upkeep.worker.js';
import { USERS } from './users-peer.js';

const TOTP_PURPOSE = 'secrets of authenticator apps';

@Module({
  imports: [JobsModule, LimitsModule, TypeOrmModule.forFeature(authSchema.entities)],
  controllers: [AuthRpc, ...CONSUMERS, MailWorker, UpkeepWorker],
  providers: [
    Accounts,
    AuthLimits,
    Candidates,
    Codes,
    Credentials,
    EndedSessions,
    Entitlements,
    Identities,
    LogIns,
    MailQueue,
    MailRenderer,
    ProviderLogIns,
    RoundTrips,
    SecondFactors,
    Sessions,
    SignUps,
    Suspensions,
    { provide: AUTH_SETTINGS, inject: [HOST], useFactory: ({ settings }: ServiceHost) => authSettings(settings) },
    { provide: MAILER, inject: [HOST], useFactory: ({ settings, ...host }: ServiceHost) => openMailer(settings, host) },
    { provide: PasswordHasher, useFactory: () => new PasswordHasher() },
    { provide: PROVIDER, inject: [AUTH_SETTINGS, HOST], useFactory: provider },
    {
      provide: Sealer,
      inject: [AUTH_SETTINGS],
      useFactory: ({ totp }: AuthSettings) => new Sealer(totp.keys, TOTP_PURPOSE),
    },
    providePeer(BILLING, 'billing', BillingServiceDefinition),
    providePeer(USERS, 'users', UsersServiceDefinition),
  ],
})
export class AuthModule {}

function provider(settings: AuthSettings, { clock, logger }: ServiceHost): OpenProvider {
  const onFault = (reason: string) => logger.warn({ reason }, 'The login provider could not be used');
  return openProvider(settings.provider, { clock, onFault });
}
