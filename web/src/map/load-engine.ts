import type { CreateMap, MapSources } from './map-port.js';

// Each import keeps a function of its own: two of them in one conditional expression are merged when the code is
// minified, and the bundler then brings the files of the wrong engine.
const ENGINES = {
  maplibre: () => import('./maplibre/maplibre-map.js'),
  google: () => import('./google/google-map.js'),
};

/** The engine an installation draws with; its code is fetched when the first map shows. */
export async function loadEngine({ googleMapsApiKey }: MapSources): Promise<CreateMap> {
  const load = googleMapsApiKey === null ? ENGINES.maplibre : ENGINES.google;
  return (await load()).createMap;
}
