import type { Clients } from '@switchback/gateway/services/clients';
import { startGateway } from '@switchback/gateway/start-gateway';
import type { Settings } from '@switchback/platform/config/settings';
import type { ProcessKind } from '@switchback/platform/process/host';
import { startServices } from '@switchback/platform/start/start-services';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { GATEWAY, type ServiceName } from '@switchback/platform/services';
import { services } from './services.js';

const RPC_TIMEOUT_MS = 2_000;

/** The whole product in one process: every service, with the gateway in front of them. */
export const product: ProcessKind = {
  name: 'all',
  command: 'npm start',
  defaultPort: GATEWAY.port,
  isAlone: true,
  async start(host) {
    const { settings } = host;
    const options = { timeoutMs: RPC_TIMEOUT_MS, roundTrip: settings.NODE_ENV !== 'production' };
    const started = await startServices(host, services);
    const clients = Object.entries(started).map(([name, implementation]) => {
      const { definition } = services[name as ServiceName];
      return [name, bindInProcess<object>(definition, implementation, options)];
    });
    await startGateway(host, Object.fromEntries(clients) as Clients);
    return `at ${settings.PUBLIC_URL}\n${thingsToTry(settings)}`;
  },
};

/** Suggests next steps to a person who has just started the product. */
function thingsToTry({ PUBLIC_URL: url, SMTP_URL: smtp }: Pick<Settings, 'PUBLIC_URL' | 'SMTP_URL'>): string {
  const mails = smtp ? '' : `   (its mail arrives at ${url}/dev/mail)`;
  return [
    '',
    `  open the map       ${url}/explore`,
    '  import your roads  npm run import -- my-roads.gpx',
    `  make an account    ${url}/signup${mails}`,
    '',
  ].join('\n');
}
