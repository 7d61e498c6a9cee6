import chromium from '@sparticuz/chromium';

/** Software rendering, so that maps draw on machines without a graphics card; nothing is fetched in the background. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The browser that comes with npm, unpacked once into the temporary folder. */
export async function browserPath(): Promise<string> {
  return process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
}
