import { auth } from '@switchback/auth/part';
import { drives } from '@switchback/drives/part';
import { startGateway } from '@switchback/gateway/part';
import type { ProcessKind } from '@switchback/platform/process/host';
import { startServices } from '@switchback/platform/process/service';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { search } from '@switchback/search/part';
import { users } from '@switchback/users/part';

const RPC_TIMEOUT_MS = 2_000;

/** The whole product in one process: every service, and the gateway in front of them. */
export const product: ProcessKind = {
  name: 'all',
  command: 'npm start',
  defaultPort: 8080,
  isAlone: true,
  async start(host) {
    const { settings } = host;
    const options = { timeoutMs: RPC_TIMEOUT_MS, roundTrip: settings.NODE_ENV !== 'production' };
    const services = await startServices(host, { auth, drives, search, users });
    await startGateway(host, {
      auth: bindInProcess(auth.definition, services.auth, options),
      drives: bindInProcess(drives.definition, services.drives, options),
      search: bindInProcess(search.definition, services.search, options),
      users: bindInProcess(users.definition, services.users, options),
    });
    return `at ${settings.PUBLIC_URL}`;
  },
};
