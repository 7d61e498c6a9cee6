// Aim: a deployment with Docker Compose loses no acknowledged write, whichever container is killed, and recovers by
// itself; it stops and starts with all its data.
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { runCommand } from '../support/commands.js';
import { Mailbox } from '../support/mailbox.js';
import { joinAs, logIn, type Person } from '../support/people.js';
import { docker, killHard } from './deployment.js';
import { outagesOf } from './outages.js';

test.describe.configure({ mode: 'serial' });

const api = new Api(process.env.BASE_URL ?? '');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
/** A service, and the engine that stores all data. */
const KILLED = ['drives', 'postgres'];
const STOPS = [
  { label: 'Start', value: { location: { lat: 36.012, lng: -40.034 } } },
  { label: 'End', value: { location: { lat: 36.112, lng: -40.134 } } },
];

let author: Person;
let details: object;
const acknowledged: string[] = [];

test.beforeAll(async () => {
  author = await joinAs(api, mailbox, 'hero');
  const { directions } = await ask('POST', '/api/directions', { waypoints: STOPS });
  details = {
    title: 'Kept',
    description: 'Waves on both sides.',
    privacy: 'private',
    starRating: 4,
    intensityRating: 3,
    countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }],
    waypoints: STOPS,
    directions,
    tags: [{ category: 'environment', name: 'coast' }],
  };
});

async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await api.call(method, path, body, author.token);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.body;
}

const save = async () => acknowledged.push(String((await ask('PUT', '/api/drives/drive', { details })).driveId));
const calls = {
  search: () => ask('POST', '/api/drives/search', {}),
  'look at a drive': () => ask('GET', `/api/drives/drive/${acknowledged[0]}/details`),
  'save a drive': save,
  'log in': () => logIn(api, author),
};

async function missing(): Promise<string[]> {
  const lost: string[] = [];
  for (const id of acknowledged) {
    const { status } = await api.call('GET', `/api/drives/drive/${id}/details`, undefined, author.token);
    if (status !== 200) lost.push(`${id}: ${status}`);
  }
  return lost;
}

test('the doctor finds no fault', async () => {
  const { code, output } = await runCommand('doctor', [], {});
  expect(code, output).toBe(0);
});

for (const service of KILLED)
  test(`${service} recovers after a kill, and no acknowledged write is lost`, async () => {
    await save();
    const outages = await outagesOf(calls, () => killHard(service));
    const seconds = Object.entries(outages).map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)} s`);
    process.stdout.write(`    ${service} killed; failed for: ${seconds.join(', ')}; ${acknowledged.length} saved\n`);
    expect(await missing()).toEqual([]);
  });

test('after down and up again, all data is there', async () => {
  await docker('compose', 'down');
  await docker('compose', 'up', '-d', '--wait');
  // Healthy containers may take a moment to reach each other. A call that fails is made again, and none may be missing.
  await expect(async () => {
    await logIn(api, author);
    expect(await missing()).toEqual([]);
    expect((await api.call('POST', '/api/drives/search', {}, author.token)).status).toBe(200);
  }).toPass({ timeout: 90_000 });
});
