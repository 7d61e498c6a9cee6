import type { Places } from './places.js';

/**
 * Opens the places that ship with the product: no network, no account. Loads once per process; later calls share it.
 *
 * @throws Error when the data packages are not installed.
 */
export function openEmbeddedPlaces(): Promise<Places> {
  throw new Error('The embedded places are not built yet.');
}
