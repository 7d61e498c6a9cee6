import type { Service } from '@switchback/platform/process/service';
import type { Rpc } from '@switchback/platform/rpc/call';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { type UsersService, UsersServiceDefinition } from '@switchback/proto/users/v1/service';
import { openContactDesk } from './contact/contact-mail.js';
import { UsersModule } from './users.module.js';
import { UsersRpc } from './users.rpc.js';

/** The users service as a part of a process. */
export const users: Service<UsersService> = {
  name: 'users',
  definition: UsersServiceDefinition,
  rpc: UsersRpc,
  hasOutbox: true,
  async module({ settings, clock, ids, logger, peer, ...engines }) {
    const [database, bus, places] = await Promise.all([engines.database(), engines.bus(), engines.places()]);
    let drives: Promise<Rpc<DrivesService>> | undefined;
    let auth: Promise<Rpc<AuthService>> | undefined;
    return UsersModule.register({
      ...{ database, bus, places, clock, ids },
      storage: await engines.storage(),
      contactDesk: await openContactDesk(settings, clock),
      jobs: await engines.jobs(),
      drives: () => (drives ??= peer<DrivesService>('drives', DrivesServiceDefinition)),
      auth: () => (auth ??= peer<AuthService>('auth', AuthServiceDefinition)),
      onLeftOver: (error) => logger.warn({ error }, 'A picture of a person could not be removed'),
      onReadError: (error) => logger.warn({ error }, 'The drives that are there could not be read'),
      onRelayError: (error) => logger.error({ error }, 'The outbox of users could not be published'),
    });
  },
};
