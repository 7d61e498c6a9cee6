import type { Service } from '@switchback/platform/process/service';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { DrivesModule } from './drives.module.js';
import { DrivesRpc } from './drives.rpc.js';

/** The drives service as a part of a process. */
export const drives: Service<DrivesService> = {
  name: 'drives',
  definition: DrivesServiceDefinition,
  rpc: DrivesRpc,
  hasOutbox: true,
  async module({ settings, clock, ids, logger, ...engines }) {
    const [database, bus, places] = await Promise.all([engines.database(), engines.bus(), engines.places()]);
    return DrivesModule.register({
      ...{ database, bus, places, clock, ids },
      storage: await engines.storage(),
      jobs: await engines.jobs(),
      productName: settings.PRODUCT_NAME,
      demo: settings.DEMO === 'on',
      onCardError: (error) => logger.warn({ error }, 'The card of a drive could not be read or kept'),
      onRelayError: (error) => logger.error({ error }, 'The outbox of drives could not be published'),
    });
  },
};
