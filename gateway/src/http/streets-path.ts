/** Path of the street tiles that `BASEMAP_FILE` names. */
export const STREETS_PATH = '/streets.pmtiles';
