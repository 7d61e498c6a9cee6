import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Host } from '@switchback/platform/process/host';
import { localFiles } from '@switchback/platform/storage/open-storage';
import { createGateway } from './gateway.js';
import type { Clients } from './services/clients.js';
import { followEndedSessions } from './session/ended-sessions.js';
import { Sessions } from './session/sessions.js';

const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Starts the gateway in front of the services behind its clients, on the process's `PORT`. */
export async function startGateway(host: Host, clients: Clients): Promise<void> {
  const { settings, clock, closers } = host;
  const webRoot = existsSync(WEB_DIST) ? WEB_DIST : null;
  const gateway = await createGateway(host, clients, { webRoot, localFiles: localFiles(settings, clock) });
  closers.add(() => gateway.close());
  closers.add(followEndedSessions(host, gateway.app.get(Sessions)));
  await gateway.listen(settings.PORT, settings.LISTEN_HOST);
}
