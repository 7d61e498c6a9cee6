import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';

/**
 * Maps draw with an emulated graphics card, since many machines have none; pages without it, in half the processor
 * time. No background network traffic.
 */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu-compositing',
];

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/**
 * Returns the path of the browser from npm, unpacked once per checkout and account. By default its package unpacks to
 * the temporary folder, where another account's copy can neither be run nor be trusted.
 */
async function browserPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = `${CACHE}chromium-${userInfo().uid}`;
  mkdirSync(process.env.TMPDIR, { recursive: true });
  try {
    return await chromium.executablePath();
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
}

export async function launchOptions() {
  return { executablePath: await browserPath(), args: BROWSER_ARGS };
}
