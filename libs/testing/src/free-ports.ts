import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral port range: an outgoing connection could occupy the port of a process about to start. */
const PORTS = { first: 20_000, pairs: 6_000 };
/** Ports already assigned; their processes may not be listening yet. */
const givenPorts = new Set<number>();

/** Returns the first of two adjacent ports that are free and not assigned. */
export async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = PORTS.first + 2 * randomInt(PORTS.pairs);
    if (givenPorts.has(port) || !(await isFree(port)) || !(await isFree(port + 1))) continue;
    givenPorts.add(port);
    return port;
  }
  throw new Error('No two neighbouring free ports were found.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
