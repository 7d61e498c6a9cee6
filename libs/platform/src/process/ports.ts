import { createServer } from 'node:net';

/** A startup failure explained in one sentence, instead of a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Checks that a port can be opened, before anything else is opened.
 *
 * @param command command that starts this process, for the hint on choosing another port.
 * @throws StartError naming the setting for another port.
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
