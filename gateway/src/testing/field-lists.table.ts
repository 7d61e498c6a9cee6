import type { RouteName } from '@switchback/contracts/routes';
import type { Asker } from './access.table.js';

/** The fields of an answer, and the askers who all get the same ones. A path ends at a value; `[]` is any list item. */
export interface FieldList {
  askers: readonly Asker[];
  fields: readonly string[];
}

const EVERYBODY: readonly Asker[] = ['anonymous', 'free', 'admin', 'heroOwner'];
const MEMBERS: readonly Asker[] = ['free', 'hero', 'admin'];
const OWNERS: readonly Asker[] = ['freeOwner', 'adminOwner'];

const words = (text: string): string[] => text.trim().split(/\s+/);
const under = (path: string, fields: readonly string[]): string[] => fields.map((field) => `${path}.${field}`);

/** Fields of a person, for anyone. */
const SUMMARY = words('accountType avatar.id avatar.medium avatar.original avatar.small id username');
/** Fields of a person, for other people, unless hidden. */
const SHOWN = [
  ...SUMMARY,
  ...words('bio city.id city.name country.id country.name firstName lastName state.id state.name'),
];
/** Fields of a person, for themselves. */
const OWN = [
  ...SHOWN,
  ...words('email completedDrives[] pendingDrives[] privateDrives[] publishedDrives[] savedDrives[]'),
  ...words('drivenStats.countries[] drivenStats.distance[] drivenStats.duration[] drivenStats.states[]'),
  ...words('sharedDrives[].drives[] sharedDrives[].user.id sharedDrives[].user.username'),
  ...words('sharingDrives[].driveId sharingDrives[].users[]'),
];
const FIGURES = words('countries hours miles states completed published saved');

/** Fields of a drive; its creator appears only by id and username. */
const DRIVE = words(`
  _rev approximate bounds.east bounds.north bounds.south bounds.west
  countries[].country.id countries[].country.name countries[].states[].id countries[].states[].name
  created.at created.user.id created.user.username curviness.band curviness.degreesPerKm
  description distance duration durationSource endAddress endLocation.lat endLocation.lng gain id intensityRating official
  overviewPath photos[].description photos[].id photos[].large photos[].medium photos[].original photos[].small privacy
  rankings.world reviewCount roadQualityRating starRating starReviewCount startAddress startLocation.lat
  startLocation.lng
  statesOrProvinces[].id statesOrProvinces[].name status tags[].category tags[].meters tags[].name tags[].source tier
  title trafficRating`);
const PLACE = words('label location.lat location.lng');
const LEGS = under('directions.legs[]', [
  ...words('distance duration maneuvers path'),
  ...under('start', PLACE),
  ...under('end', PLACE),
]);
const WHOLE_DRIVE = [
  ...DRIVE,
  ...words(
    'authorRatings[] curvinessFine.perKilometer curvinessFine.value directions.source directionsSummary isPrivate path',
  ),
  ...LEGS,
  ...under('elevation', words('gain highest loss profile[][] source steepest.from steepest.percent')),
  ...under('waypoints[]', [...PLACE, ...under('value', words('location.lat location.lng'))]),
];
/** Fields of a road of the region. */
const ROAD = words(`bounds.east bounds.north bounds.south bounds.west curviness.band curviness.degreesPerKm
  curvinessFine.perKilometer curvinessFine.value distance driveId hairpins id name path ref states[].id states[].name
  surface unpaved`);
/** Fields of a stop along a drive. */
const STOP = words('along detourSeconds hours id kind location.lat location.lng name off sockets[]');

const drives: FieldList = { askers: EVERYBODY, fields: under('drives[]', DRIVE) };
/** Counts of further choices. */
const FACETS = words(`
  curviness[].band curviness[].count duration[].atMost duration[].count kinds.completed kinds.private kinds.public
  kinds.saved kinds.shared stars[].atLeast stars[].count tags[].category tags[].count tags[].name`);
const COLLECTION = words(`
  _rev changeRequest days description id items[].day items[].driveId items[].note name owner.id owner.username privacy start
  status totals.approximate totals.distance totals.drives totals.duration totals.estimated`);
const collections = [
  'bookmark',
  ...under(
    'collections[]',
    COLLECTION.filter((field) => field !== 'items[].note'),
  ),
];
const suggestions = words('results[].label results[].type results[].value');

/** Calls that return people, drives with their creators, or properties of this installation. */
export const FIELDS: Partial<Record<RouteName, FieldList>> = {
  userSummary: { askers: EVERYBODY, fields: SUMMARY },
  minProfile: {
    askers: EVERYBODY,
    fields: [
      ...under('user', SHOWN),
      ...under('stats', FIGURES),
      ...words('lists.completed[] lists.published[] lists.saved[]'),
    ],
  },
  autocompleteUsers: { askers: MEMBERS, fields: suggestions },
  user: { askers: OWNERS, fields: under('user', OWN) },
  profile: {
    askers: OWNERS,
    fields: [
      ...under('user', OWN),
      ...under('stats', [...FIGURES, 'private']),
      ...under('lists', words('completed[] pending[] private[] published[] saved[] shared[] sharing[]')),
    ],
  },
  security: {
    askers: OWNERS,
    fields: [
      ...words('email passwordSet totp.offered totp.on totp.recoveryCodesLeft'),
      ...under('sessions[]', words('agent created current id lastUsed')),
    ],
  },
  privacy: {
    askers: OWNERS,
    fields: under('privacy.profile', words('bio completedDrives location name publishedDrives savedDrives')),
  },
  logIn: { askers: ['anonymous'], fields: ['token', ...under('user', OWN)] },
  driveDetails: { askers: EVERYBODY, fields: under('drive', WHOLE_DRIVE) },
  secretDrive: { askers: EVERYBODY, fields: under('drive', WHOLE_DRIVE) },
  driveDetailsWithToken: { askers: EVERYBODY, fields: under('drive', WHOLE_DRIVE) },
  collection: { askers: EVERYBODY, fields: under('collection', COLLECTION) },
  secretCollection: { askers: EVERYBODY, fields: under('collection', COLLECTION) },
  publishedCollections: { askers: EVERYBODY, fields: collections },
  userCollections: { askers: ['anonymous', ...MEMBERS], fields: collections },
  planFromHere: {
    askers: EVERYBODY,
    fields: [
      'upgrade',
      ...under('plans[]', [
        ...words('curviness.band curviness.degreesPerKm distance duration repeatedShare source'),
        ...under('legs[]', words('distance driveId duration from maneuvers path to')),
      ]),
    ],
  },
  roads: { askers: EVERYBODY, fields: ['total', ...under('roads[]', ROAD)] },
  driveStops: { askers: EVERYBODY, fields: under('stops[]', STOP) },
  driveStopsWithToken: { askers: EVERYBODY, fields: under('stops[]', STOP) },
  roadDetails: {
    askers: EVERYBODY,
    fields: [
      ...under('road', ROAD),
      ...LEGS,
      ...words(
        'directions.source directions.countries[].country.id directions.countries[].country.name directions.countries[].states[].id directions.countries[].states[].name',
      ),
    ],
  },
  deals: {
    askers: EVERYBODY,
    fields: under('deals[]', words('_rev code country from id link states[].id states[].name text title until')),
  },
  driveSummaries: drives,
  nearbyDrives: drives,
  popularDrives: drives,
  worldRanking: drives,
  searchDrives: { askers: EVERYBODY, fields: ['bookmark', ...drives.fields, ...under('facets', FACETS)] },
  autocompleteDrives: {
    askers: EVERYBODY,
    fields: [
      ...suggestions,
      ...words(
        'results[].approximate results[].distance results[].exact results[].relevance results[].states[].id results[].states[].name',
      ),
    ],
  },
  settings: {
    askers: EVERYBODY,
    fields:
      words(`accounts.passwordMin ads.own ads.provider apps.android apps.ios billing.plan.amount billing.plan.currency
      billing.plan.id billing.provider billing.publishableKey billing.site loginProvider map.googleMapsApiKey map.styles.roadmap map.styles.satellite
      map.streets map.styles.terrain productName publicUrl region socialUrl`),
  },
  ownText: { askers: EVERYBODY, fields: ['markdown'] },
};
