import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Host } from '@switchback/platform/process/host';
import { localFiles } from '@switchback/platform/storage/open-storage';
import { createGateway } from './gateway.js';
import type { Clients } from './services/clients.js';
import { followEndedSessions } from './session/ended-sessions.js';
import { Sessions } from './session/sessions.js';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Starts the gateway in front of the services behind its clients, on the process's `PORT`. */
export async function startGateway(host: Host, clients: Clients): Promise<void> {
  const { settings, clock, ids, health, metrics, logger, closers } = host;
  const webRoot = existsSync(WEB_ROOT) ? WEB_ROOT : null;
  const limits = await host.limits();
  const sessions = new Sessions(clients.auth, clock);
  const gateway = await createGateway({
    settings,
    clients,
    sessions,
    limits,
    health,
    metrics,
    logger,
    clock,
    ids,
    storage: () => host.storage(),
    localFiles: localFiles(settings, clock),
    webRoot,
  });
  closers.add(() => gateway.close());
  closers.add(followEndedSessions(host, sessions));
  await gateway.listen(settings.PORT, settings.LISTEN_HOST);
}
