import { RegionFile } from '../region-file.js';
import { mapStop, STOPS_MAX } from './map-stop.js';

/** The stops of a region, next to its archive. */
export const STOPS_FILE = new RegionFile('region/stops-', mapStop, STOPS_MAX);
