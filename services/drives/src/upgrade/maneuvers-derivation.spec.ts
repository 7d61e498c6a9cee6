// Aim: drives that were stored without turns get those of the roads under their line once there is a router, and again
// later if it has no time; straight lines and authors' own turns stay as they are.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, createdBy, openAuthoring, type OpenedAuthoring } from '../authoring/authoring.fixture.js';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { outboxOf } from '../drives.fixture.js';
import { type Derivation, DriveUpgrade } from './drive-upgrade.js';
import { maneuversDerivation } from './maneuvers-derivation.js';

const TURN = { type: 'turn left', along: 120, road: 'Main Street', exit: undefined, text: 'Turn left.' };

let database: TestDatabase;
let drives: OpenedAuthoring;
let upgrade: DriveUpgrade;
let derivation: Derivation;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
  derivation = maneuversDerivation(async () => drives.roads, randomIds);
  const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });
  const submissions = new DriveSubmissions(factory, systemClock);
  upgrade = new DriveUpgrade(drives.source.getRepository(Drive), new DriveEvents(factory), submissions);
});
beforeEach(async () => {
  await drives.source.query('truncate drive, outbox cascade');
  Object.assign(drives.roads, { maneuvers: undefined, isLate: false });
  drives.roads.versions.maneuvers = 1;
});
afterAll(async () => {
  await drives.close();
  await database.drop();
});

/** Creates a drive while no router finds its turns. */
async function older(): Promise<string> {
  const { id } = await createdBy(drives, ANN);
  await drives.source.query('truncate outbox');
  drives.roads.maneuvers = [TURN];
  return id;
}

async function stateOf(id: string) {
  const { summary, directions } = await drives.queries.details(id, ANN);
  const { maneuversVersion } = await drives.source.getRepository(Drive).findOneByOrFail({ id });
  const turns = directions!.legs.flatMap(({ maneuvers }) => maneuvers?.items.map(({ text }) => text) ?? []);
  return { rev: summary!.rev, turns: [...new Set(turns)], version: maneuversVersion };
}

describe('a drive without turns', () => {
  it('gets those of the roads under its line, and readers get its new state', async () => {
    const id = await older();
    expect(await stateOf(id)).toEqual({ rev: 1, turns: [], version: 0 });
    expect(await upgrade.next(derivation, '')).toBe(id);
    expect(await stateOf(id)).toEqual({ rev: 2, turns: ['Turn left.'], version: 1 });
    expect(await outboxOf(drives.source)).toMatchObject([{ id, rev: 2 }]);
    expect(await upgrade.next(derivation, '')).toBeNull();
  });

  it('keeps its state if its line leaves the roads', async () => {
    const id = await older();
    drives.roads.maneuvers = undefined;
    await upgrade.next(derivation, '');
    expect(await stateOf(id)).toEqual({ rev: 1, turns: [], version: 1 });
    expect(await outboxOf(drives.source)).toEqual([]);
  });

  it('is due again if the router has no time for it', async () => {
    const id = await older();
    Object.assign(drives.roads, { maneuvers: undefined, isLate: true });
    await upgrade.next(derivation, '');
    expect(await stateOf(id)).toEqual({ rev: 1, turns: [], version: 0 });
  });

  it('waits for a router', async () => {
    const id = await older();
    drives.roads.versions.maneuvers = 0;
    expect(await upgrade.next(derivation, '')).toBeNull();
    expect(await stateOf(id)).toEqual({ rev: 1, turns: [], version: 0 });
  });

  it('stays as it is if its legs are straight', async () => {
    const id = await older();
    await drives.source.getRepository(Drive).update({ id }, { approximate: true });
    await upgrade.next(derivation, '');
    expect(await stateOf(id)).toEqual({ rev: 1, turns: [], version: 1 });
  });
});

it('keeps the turns that a drive has', async () => {
  drives.roads.maneuvers = [{ ...TURN, text: 'Its own.' }];
  const { id } = await createdBy(drives, ANN);
  drives.roads.maneuvers = [TURN];
  await upgrade.next(derivation, '');
  expect(await stateOf(id)).toEqual({ rev: 1, turns: ['Its own.'], version: 1 });
});
