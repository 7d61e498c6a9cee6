// Aim: Valhalla in a process of its own finds the way on real roads as every router does, over HTTP too, and neither a crash
// nor a file that cannot be used leaves anything but approximate legs.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe } from '@jest/globals';
import { DetectedRouter } from '../http-routers.js';
import { extractOf, openValhalla, whyNoRoads } from '../roads.fixture.js';
import { describeRouter } from '../router.suite.js';

const why = whyNoRoads();
const liechtenstein = extractOf('liechtenstein');
(why === null ? describe : describe.skip)(why ?? 'On the roads of Liechtenstein', () => {
  describeRouter('Valhalla in a process of its own', {
    ...{ source: 'valhalla', matches: true },
    open: async () => {
      const { valhalla, close } = await openValhalla(liechtenstein);
      return { router: valhalla, close };
    },
  });
});
