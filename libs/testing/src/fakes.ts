// Made by npm run generated from services/*/service.json.
import { FakeAuth } from './fake-auth.js';
import { FakeBilling } from './fake-billing.js';
import { FakeDrives } from './fake-drives.js';
import { FakeMedia } from './fake-media.js';
import { FakeModeration } from './fake-moderation.js';
import { FakeReviews } from './fake-reviews.js';
import { FakeRoads } from './fake-roads.js';
import { FakeSearch } from './fake-search.js';
import { FakeUsers } from './fake-users.js';

/** Returns a new fake of every service. */
export function fakeClients() {
  return {
    auth: new FakeAuth(),
    billing: new FakeBilling(),
    drives: new FakeDrives(),
    media: new FakeMedia(),
    moderation: new FakeModeration(),
    reviews: new FakeReviews(),
    roads: new FakeRoads(),
    search: new FakeSearch(),
    users: new FakeUsers(),
  };
}

export type FakeClients = ReturnType<typeof fakeClients>;
