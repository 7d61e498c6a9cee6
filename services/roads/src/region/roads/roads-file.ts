import { RegionFile } from '../region-file.js';
import { curvyRoad, ROADS_MAX } from './curvy-road.js';

/** The curviest roads of a region, next to its archive. */
export const ROADS_FILE = new RegionFile('region/roads-', curvyRoad, ROADS_MAX);
