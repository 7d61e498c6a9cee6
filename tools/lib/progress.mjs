// Progress of a step, for the person who waits for it. Runs on any Node from 20, with nothing installed.

const EVERY_MS = 500;

/**
 * Prints a step's name, and at its end how long it took; on a terminal also its progress meanwhile.
 *
 * @param {string} name
 * @param {() => [done: number, of: number]} measure with a total of 0, no percentage is printed.
 * @param {() => Promise<void>} work
 * @param {Pick<NodeJS.WriteStream, 'isTTY' | 'write'>} [out]
 */
export async function withProgress(name, measure, work, out = process.stdout) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
  const show = () => {
    const [done, of] = measure();
    out.write(`\r${name}… ${of === 0 ? '' : `${Math.min(99, Math.floor((100 * done) / of))} %, `}${seconds()}  `);
  };
  if (!out.isTTY) out.write(`${name}…\n`);
  const timer = out.isTTY ? setInterval(show, EVERY_MS) : undefined;
  try {
    await work();
  } finally {
    clearInterval(timer);
    if (out.isTTY) out.write('\r\x1b[K');
  }
  out.write(`${name}: done in ${seconds()}.\n`);
}
