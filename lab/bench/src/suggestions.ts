import { LIMITS } from '@switchback/contracts/rules/limits';
import { suggestDrives } from '@switchback/search/suggest-drives';
import { titleKey } from '@switchback/search/words';
import { seededRandom } from '@switchback/testing/random';
import pg from 'pg';
import { batchesOf, type Catalogue, drivesOf } from './catalogue.js';
import type { BenchContext } from './context.js';
import { HttpClient } from './http-client.js';
import type { RunningServer } from './processes.js';
import { compare, quantile } from './statistics.js';
import { requireSame, timesOf } from './timing.js';

const KEYSTROKES = 1_000;
const CHECKED = 200;
const ADDED_MAX_MS = 5;
const LONGEST = 14;
const LIMIT = LIMITS.autocompleteDefault;

/** P7: a keystroke against a plain query of a trigram index, on a table of only titles. */
export async function measureSuggestions(
  { seed, rounds, record }: BenchContext,
  catalogue: Catalogue,
  product: RunningServer | null,
): Promise<void> {
  const client = new pg.Client({ connectionString: catalogue.url });
  await client.connect();
  const http = product && new HttpClient(product.url, 1);
  try {
    const titles = await fillTitles(client, catalogue.size, seed);
    const random = seededRandom(seed);
    const typed = Array.from({ length: KEYSTROKES }, () => random.pick(titles).slice(0, 1 + random.below(LONGEST)));
    const floor = (text: string) => lookUp(client, titleKey(text));
    const ours = http ? suggestOver(http) : suggestFrom(catalogue);
    for (const text of typed.slice(0, CHECKED)) requireBeginnings(text, await floor(text), await ours(text));
    const perRun = Math.ceil(KEYSTROKES / 2 / rounds);
    const p95 = (ask: (text: string) => Promise<string[]>) => {
      let first = 0;
      return async () => {
        first += perRun;
        return quantile(await timesOf(perRun, (index) => ask(typed[(first + index) % KEYSTROKES]!)), 0.95);
      };
    };
    const figures = await compare({ rounds }, { floor: p95(floor), ours: p95(ours) });
    const added = figures.ours.median - figures.floor.median;
    record({
      goal: 'P7',
      size: catalogue.label,
      unit: 'ms',
      ...figures,
      measure: `suggestions p95 a keystroke${http ? '' : ', search service alone'} / raw trigram query`,
      target: `floor + ${ADDED_MAX_MS} ms`,
      met: added <= ADDED_MAX_MS,
      note: `${added < 0 ? 'saves' : 'adds'} ${Math.abs(added).toFixed(2)} ms; ${KEYSTROKES} beginnings of titles, 1 client`,
    });
  } finally {
    http?.close();
    await client.query('drop schema if exists floor_titles cascade');
    await client.end();
  }
}

async function fillTitles(client: pg.Client, size: number, seed: number): Promise<string[]> {
  await client.query('create schema floor_titles');
  await client.query('create table floor_titles.title (id text collate "C", key text collate "C")');
  const titles: string[] = [];
  for (const batch of batchesOf(drivesOf(size, seed))) {
    const rows = batch.map(({ id, saved }) => ({ id, title: saved!.summary!.title }));
    titles.push(...rows.map(({ title }) => title));
    await client.query('insert into floor_titles.title select * from unnest($1::text[], $2::text[])', [
      rows.map(({ id }) => id),
      rows.map(({ title }) => titleKey(title)),
    ]);
  }
  await client.query('create index on floor_titles.title using gin (key gin_trgm_ops)');
  await client.query('vacuum (analyze) floor_titles.title');
  return titles;
}

async function lookUp(client: pg.Client, key: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'floor of suggestions',
    text: 'select id from floor_titles.title where key like $1 order by key, id limit $2',
    values: [`${key}%`, LIMIT],
  });
  return rows.map(({ id }) => id);
}

function suggestOver(http: HttpClient) {
  return async (text: string) => {
    const path = `/api/drives/search/autocomplete?text=${encodeURIComponent(text)}`;
    const { body } = await http.ask({ method: 'POST', path, body: '{}' });
    return (JSON.parse(body.toString()) as { results: { label: string }[] }).results.map(({ label }) => label);
  };
}

function suggestFrom({ index }: Catalogue) {
  return async (text: string) => {
    const found = await index.autocomplete({ text, caller: null, include: [], limit: LIMIT });
    return suggestDrives(found, text, undefined)
      .slice(0, LIMIT)
      .map(({ label }) => label);
  };
}

/** Requires as many suggestions as the floor found; once it is full, all must be title prefix matches, in any order. */
function requireBeginnings(text: string, floor: readonly string[], ours: readonly string[]): void {
  const wanted = floor.length < LIMIT ? '' : titleKey(text);
  const fitting = ours.filter((title) => titleKey(title).startsWith(wanted)).slice(0, floor.length);
  requireSame(fitting.length, floor.length, `suggestions for "${text}"`);
}
