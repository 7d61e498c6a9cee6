import { fakePlaces } from '@switchback/testing/fake-places';
import { waitUntil } from '@switchback/testing/wait';
import { DriveFact } from '@switchback/users/facts/drive-fact.entity';
import { DriveLists } from '@switchback/users/facts/drive-lists';
import { People } from '@switchback/users/people';
import { Profile } from '@switchback/users/profiles/profile.entity';
import { connectUsers } from '@switchback/users/schema';
import type { Logger } from 'typeorm';
import type { Catalogue } from './catalogue.js';
import type { BenchContext } from './context.js';
import { HttpClient, type Question } from './http-client.js';
import { Person } from './person.js';
import type { RunningServer } from './processes.js';
import { atMost } from './result.js';
import { searchCalls } from './search-through-gateway.js';
import { startWith } from './search-floor.js';
import { idsIn, type RecordedStatement } from './statements.js';
import { compare, median } from './statistics.js';
import { requireSame, timesOf } from './timing.js';

const LISTED = 100;
const LISTED_WITHIN_MS = 60_000;
const PAGES = 500;
const RATIO_MAX = 2;

/** P22: a profile as a stranger sees it, with its lists and figures, against plain `http` with the same statements. */
export async function measureProfile(
  { rounds, record, seed }: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const http = new HttpClient(product.url, 1);
  const { id, headers } = await (await Person.join(catalogue, 'profiled', 'hero')).session(http);
  await listDrives(http, { id, headers, drives: await driveIds(http, catalogue, seed) });
  const page: Question = { method: 'GET', path: `/api/users/user/${id}/min-profile` };
  const statements = await statementsOf(catalogue, id);
  const server = await startWith('raw-profile.ts', [statements], { DATABASE_URL: catalogue.url });
  const floor = new HttpClient(server.url, 1);
  const bare: Question = { method: 'GET', path: '/0' };
  try {
    const shown = JSON.parse((await http.ask(page)).text()) as { lists: { saved: string[] } };
    const rows = (JSON.parse((await floor.ask(bare)).text()) as { list?: string; ids?: string[] }[][]).flat();
    requireSame(shown.lists.saved, rows.find(({ list }) => list === 'saved')?.ids, page.path);
    const p50 = (client: HttpClient, question: Question) => async () =>
      median(await timesOf(PAGES, () => client.ask(question)));
    const figures = await compare({ rounds }, { floor: p50(floor, bare), ours: p50(http, page) });
    record({
      goal: 'P22',
      size: catalogue.label,
      measure: 'profile p50, 1 client / raw http+pg',
      unit: 'ms',
      ...atMost(RATIO_MAX, figures),
      note: `${LISTED} saved and ${LISTED} completed drives, ${statements.length} statements`,
    });
  } finally {
    http.close();
    floor.close();
    await server.stop();
  }
}

/** Returns the IDs of `LISTED` drives that everyone may see. */
async function driveIds(http: HttpClient, catalogue: Catalogue, seed: number): Promise<string[]> {
  const ids = new Set<string>();
  for (const call of await searchCalls(catalogue, seed)) {
    if (ids.size >= LISTED) break;
    for (const id of idsIn((await http.ask(call)).text())) ids.add(id);
  }
  return [...ids].slice(0, LISTED);
}

interface Listing {
  id: string;
  headers: Record<string, string>;
  drives: readonly string[];
}

async function listDrives(http: HttpClient, { id, headers, drives }: Listing): Promise<void> {
  for (const list of ['save', 'completed'])
    for (const drive of drives)
      await http.ask({ method: 'POST', path: `/api/users/user/${id}/${list}/${drive}`, body: '{}', headers });
  const privacy = { profile: { savedDrives: true, completedDrives: true, name: true, location: true, bio: true } };
  const body = JSON.stringify({ privacy });
  await http.ask({ method: 'POST', path: `/api/users/user/${id}/privacy`, body, headers });
  const page: Question = { method: 'GET', path: `/api/users/user/${id}/min-profile` };
  const areShown = async () => {
    const { lists } = JSON.parse((await http.ask(page)).text()) as { lists: { saved?: string[] } };
    return lists.saved?.length === LISTED;
  };
  await waitUntil('the drives on the profile', areShown, LISTED_WITHIN_MS);
}

/** Records the statements that the users service sends to show a profile. */
async function statementsOf({ url }: Catalogue, userId: string): Promise<RecordedStatement[]> {
  const source = await connectUsers({ url });
  const statements: RecordedStatement[] = [];
  const logQuery: Logger['logQuery'] = (text, values) =>
    void statements.push({ text, ...(Array.isArray(values) && { values }) });
  const lists = new DriveLists(source.getRepository(DriveFact));
  const people = new People(source.getRepository(Profile), lists, fakePlaces());
  try {
    source.logger = Object.assign(Object.create(source.logger) as Logger, { logQuery });
    await people.publicProfile(userId, null);
    if (statements.length === 0)
      throw new Error('The profile request sent no statement to the database, so there is none to repeat.');
    return statements;
  } finally {
    await source.destroy();
  }
}
