import { createServer } from 'node:net';

/** Below the ephemeral port range, so that no outgoing connection takes a port before it is opened. */
const PORTS = { from: 12_000, to: 30_000 };
const taken = new Set<number>();

/** Finds two adjacent free ports: one public, one for management. Never returns a port twice. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = PORTS.from + 2 * Math.floor((Math.random() * (PORTS.to - PORTS.from)) / 2);
    if (taken.has(port)) continue;
    taken.add(port);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error('No two neighbouring free ports were found.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
