import { IdentityKeys } from '../rpc/identity.js';
import { SERVICES } from '../services.js';
import type { Host } from '../process/host.js';
import { runProcess } from '../process/run.js';
import { startServices } from './start-services.js';
import type { Service } from '../process/service.js';
import { serviceKeys } from '../process/service-keys.js';

/** Runs a service in its own process, where it serves other processes over gRPC on `PORT`. */
export async function runService(service: Service): Promise<void> {
  const { name } = service;
  await runProcess({
    name,
    defaultPort: SERVICES[name].port,
    isAlone: false,
    command: `npm run service -- ${name}`,
    start: (host) => serve(host, service),
  });
}

async function serve(host: Host, service: Service): Promise<string> {
  const { settings, clock, closers } = host;
  const { GrpcServer } = await import('../rpc/grpc/server.js');
  const keys = new IdentityKeys(serviceKeys(settings), clock);
  let port = settings.PORT;
  await startServices(host, { implementation: service }, async ({ implementation }) => {
    const server = new GrpcServer({ ...host, keys, implementation, definition: service.definition });
    closers.add(() => server.close());
    port = await server.listen(settings.PORT, settings.LISTEN_HOST);
  });
  return `as ${service.name} on port ${port}`;
}
