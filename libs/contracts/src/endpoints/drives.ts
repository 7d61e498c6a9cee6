import { z } from 'zod';
import { directions, driveDetails, driveSummary } from '../resources/drive.js';
import { location } from '../resources/geo.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';
import { choicesValue } from './query-values.js';
import { detailsFields, token } from './search.js';
import { STOP_KINDS } from '../rules/region.js';
import { text } from './text.js';

const drives = z.object({ drives: z.array(driveSummary) }).meta({ id: 'DrivesAnswer' });
export const driveId = z.object({ id: text(64, 1) });
export const details = z
  .object({ drive: driveDetails.partial().extend({ id: z.string() }) })
  .meta({ id: 'DriveDetailsAnswer' });

export const driveSummaries = endpoint('driveSummaries', 'POST /api/drives/summaries', {
  summary: 'Return summaries of the given drives, in the given order; omits drives that the caller may not see',
  tag: 'Drives',
  body: z.object({ token, ids: z.array(text(64, 1)).max(LIMITS.summariesMax) }),
  answer: drives,
});

export const nearbyDrives = endpoint('nearbyDrives', 'POST /api/drives/nearby', {
  summary: 'List drives that start near a point, nearest first',
  tag: 'Drives',
  body: z.object({ token, location }),
  answer: drives,
});

export const popularDrives = endpoint('popularDrives', 'GET /api/drives/popular', {
  summary: 'List the most saved and completed drives',
  tag: 'Drives',
  answer: drives,
});

export const worldRanking = endpoint('worldRanking', 'GET /api/rankings/drives/world', {
  summary: 'List drives ranked among the best in the world',
  tag: 'Drives',
  answer: drives,
});

export const driveStats = endpoint('driveStats', 'GET /api/stats/drives', {
  summary: 'Return statistics of all public drives',
  tag: 'Drives',
  answer: z
    .object({
      count: z.number().int(),
      distance: z.number().meta({ description: 'Meters.' }),
      duration: z.number().meta({ description: 'Seconds.' }),
      states: z.number().int(),
      countries: z.number().int(),
    })
    .meta({ id: 'DriveStats' }),
});
export type DriveStats = z.output<typeof driveStats.answer>;

export const driveDetailsCall = endpoint('driveDetails', 'GET /api/drives/drive/{id}/details', {
  summary: 'Return the details of a drive',
  tag: 'Drives',
  params: driveId,
  query: z.object({ fields: detailsFields }),
  answer: details,
  errors: ['driveNotFound', 'upgradeNeeded'],
});

export const driveDetailsWithToken = endpoint('driveDetailsWithToken', 'POST /api/drives/drive/{id}/details', {
  summary: 'Return the details of a drive, as visible to the caller',
  tag: 'Drives',
  params: driveId,
  query: z.object({ fields: detailsFields }),
  body: z.object({ token }).default({}),
  answer: details,
  errors: ['driveNotFound', 'upgradeNeeded'],
});

export const driveDirections = endpoint('driveDirections', 'GET /api/drives/drive/{id}/directions', {
  summary: 'Return the legs of a drive',
  tag: 'Drives',
  params: driveId,
  answer: z.object({ directions }).meta({ id: 'DirectionsAnswer' }),
  errors: ['driveNotFound', 'upgradeNeeded'],
});

/** Formats a drive can be downloaded in, and their media types. */
export const EXPORT_TYPES = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
} as const;
export type ExportFormat = keyof typeof EXPORT_TYPES;

export const exportFormat = z.enum(['gpx', 'kml']).meta({ examples: ['gpx'] });

export const driveExport = endpoint('driveExport', 'GET /api/drives/drive/{id}/export/{format}', {
  summary: 'Export the line of a drive as a file',
  tag: 'Drives',
  params: driveId.extend({ format: exportFormat }),
  query: z.object({ stops: choicesValue('Stops along it of these kinds, too.', STOP_KINDS, ['fuel', 'view']) }),
  answer: z.string(),
  files: Object.values(EXPORT_TYPES),
  errors: ['driveNotFound', 'upgradeNeeded'],
});
