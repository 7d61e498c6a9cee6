import { openMailer } from '@switchback/platform/mail/open-mailer';
import type { Service } from '@switchback/platform/process/service';
import type { Rpc } from '@switchback/platform/rpc/call';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { type UsersService, UsersServiceDefinition } from '@switchback/proto/users/v1/service';
import { AuthModule } from './auth.module.js';
import { AuthRpc } from './auth.rpc.js';
import { authSettings } from './auth-settings.js';

/** The auth service as a part of a process. */
export const auth: Service<AuthService> = {
  name: 'auth',
  definition: AuthServiceDefinition,
  rpc: AuthRpc,
  hasOutbox: true,
  async module({ settings, clock, ids, logger, peer, ...engines }) {
    const [database, bus, jobs, limits] = await Promise.all([
      ...([engines.database(), engines.bus(), engines.jobs(), engines.limits()] as const),
    ]);
    let users: Promise<Rpc<UsersService>> | undefined;
    return AuthModule.register({
      ...{ database, bus, jobs, limits, clock, ids },
      ...authSettings(settings),
      mailer: await openMailer(settings, clock),
      users: () => (users ??= peer<UsersService>('users', UsersServiceDefinition)),
      onProviderFault: (reason) => logger.warn({ reason }, 'The provider of logins could not be used'),
      onMailError: (error) => logger.warn({ error }, 'A mail may not arrive'),
      onRelayError: (error) => logger.error({ error }, 'The outbox of auth could not be published'),
    });
  },
};
