import { createServer } from 'node:net';

/** A sentence for the person who started the product, in place of a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Finds out before anything is opened whether a port can be.
 *
 * @param command what starts this process, for the sentence that says how to choose another port.
 * @throws StartError naming the setting that chooses another.
 */
export function requireFreePort(setting: string, port: number, host: string, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(explain(error, setting, port, command))),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function explain(error: NodeJS.ErrnoException, setting: string, port: number, command: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Choose another: ${setting}=${port + 10} ${command}`;
  if (error.code === 'EACCES') return `This account may not open port ${port}. Choose one above 1023 with ${setting}.`;
  return `Port ${port} cannot be opened (${error.code}). Choose another with ${setting}.`;
}
