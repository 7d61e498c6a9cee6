import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';

/** Software rendering, so that maps draw on machines without a graphics card; nothing is fetched in the background. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/**
 * The browser that comes with npm, unpacked once a checkout and account. Its package would unpack into the temporary
 * folder, where the one another account left can neither be run nor be trusted.
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
