import type { CreateMap, MapSources } from './map-port.js';

// Each import has a function of its own: the minifier would merge two of them in one conditional expression, and the
// bundler would then preload the files of the wrong engine.
export const ENGINES = {
  maplibre: () => import('./maplibre/maplibre-map.js'),
  google: () => import('./google/google-map.js'),
};

/** Loads the installation's engine; its code is fetched for the first map. */
export async function loadEngine({ googleMapsApiKey }: MapSources): Promise<CreateMap> {
  const load = googleMapsApiKey === null ? ENGINES.maplibre : ENGINES.google;
  return (await load()).createMap;
}
