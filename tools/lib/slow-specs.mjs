/** By folder. */
const SPECS = {
  'libs/platform/src/db': ['backup/backup', 'embedded-postgres', 'embedded-postgres-identity', 'full-disk'],
  'libs/testing/src': [
    'disk-storage',
    'file-archive',
    'graphile-jobs',
    'jobs-postgres-restart',
    'kill',
    'pool-room',
    'postgres-guardian',
    'postgres-restart',
  ],
  'libs/tracks/src/files': ['read-archives', 'read-features'],
  'gateway/src/openapi': ['generators'],
  'services/auth/src': ['log-in-timing'],
  'services/drives/src/import': ['byways'],
  'services/media/src': ['broken-disk', 'decoding/decode', 'hostile-photos'],
  'services/moderation/src': ['claim-clocks'],
  'services/roads/src': [
    'choices/twisty-pairs',
    'directions/other-programs',
    'directions/route-file',
    'lines/line-program',
    'router/embedded/embedded-valhalla',
  ],
};

/**
 * Specs that only a full run has: those that start, kill or restore PostgreSQL, a router or other processes of their
 * own, that go to the limits of files, or that generate clients.
 */
export const SLOW_SPECS = Object.entries(SPECS).flatMap(([folder, names]) =>
  names.map((name) => `${folder}/${name}.spec.ts`),
);
