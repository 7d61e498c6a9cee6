import * as drives from '@switchback/contracts/endpoints/drives';
import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import * as places from '@switchback/contracts/endpoints/places';
import * as product from '@switchback/contracts/endpoints/product';
import * as search from '@switchback/contracts/endpoints/search';

/** Every call of the browser boundary, in the order it is described. */
export const ENDPOINTS: readonly Endpoint[] = [
  search.searchDrives,
  search.autocompleteDrives,
  search.clusterDrives,
  search.driveLines,
  drives.driveSummaries,
  drives.nearbyDrives,
  drives.popularDrives,
  drives.worldRanking,
  drives.driveStats,
  drives.driveDetailsCall,
  drives.driveDetailsWithToken,
  drives.driveDirections,
  drives.driveExport,
  places.autocompletePlaces,
  places.placeDetails,
  places.countries,
  places.states,
  places.cities,
  product.health,
  product.settings,
];
