import type { ProcessKind } from '@switchback/platform/process/host';
import { GATEWAY } from '@switchback/platform/services';
import { startGateway } from './start-gateway.js';
import { connectServices } from './services/connect-services.js';

/** The gateway as its own process, in front of services in other processes. */
export const gatewayProcess: ProcessKind = {
  name: 'gateway',
  command: 'npm run service -- gateway',
  defaultPort: GATEWAY.port,
  isAlone: false,
  async start(host) {
    await startGateway(host, await connectServices(host));
    return `at ${host.settings.PUBLIC_URL}`;
  },
};
