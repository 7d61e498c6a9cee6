import type { CreateMap, MapSources } from './map-port.js';

/** The engine an installation draws with; its code is fetched when the first map shows. */
export async function loadEngine({ googleMapsApiKey }: MapSources): Promise<CreateMap> {
  const engine = googleMapsApiKey === null ? import('./maplibre/maplibre-map.js') : import('./google/google-map.js');
  return (await engine).createMap;
}
