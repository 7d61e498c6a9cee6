import { LIMITS } from '@switchback/contracts/rules/limits';
import { titleKey } from '@switchback/search/words';
import { seededRandom } from '@switchback/testing/random';
import type pg from 'pg';
import { batchesOf, type Catalogue, drivesOf, withClient } from './catalogue.js';
import { HttpClient } from './http-client.js';
import type { BenchContext } from './options.js';
import type { RunningServer } from './processes.js';
import { addsAtMost, record } from './result.js';
import { compare, quantile } from './statistics.js';
import { requireSame, timesOf } from './timing.js';

const KEYSTROKES = 1_000;
const CHECKED = 200;
const ADDED_MAX_MS = 5;
const LONGEST = 14;
const LIMIT = LIMITS.autocompleteDefault;

/** P7: a keystroke against a plain query of a trigram index, on a table of only titles. */
export async function measureSuggestions(
  { seed, rounds }: BenchContext,
  { url, size, label }: Catalogue,
  product: RunningServer,
): Promise<void> {
  const http = new HttpClient(product.url, 1);
  await withClient(url, async (client) => {
    const titles = await fillTitles(client, size, seed);
    const random = seededRandom(seed);
    const typed = Array.from({ length: KEYSTROKES }, () => random.pick(titles).slice(0, 1 + random.below(LONGEST)));
    const floor = (text: string) => lookUp(client, titleKey(text));
    const ours = (text: string) => suggest(http, text);
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
    const measure = 'suggestions p95 a keystroke / raw trigram query';
    record({ goal: 'P7', size: label, measure, ...addsAtMost(ADDED_MAX_MS, figures) });
    await client.query('drop schema floor_titles cascade');
  }).finally(() => http.close());
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

async function suggest(http: HttpClient, text: string): Promise<string[]> {
  const path = `/api/drives/search/autocomplete?text=${encodeURIComponent(text)}`;
  const answer = await http.ask({ method: 'POST', path, body: '{}' });
  return (JSON.parse(answer.text()) as { results: { label: string }[] }).results.map(({ label }) => label);
}

/** Requires as many suggestions as the floor found; once it is full, all must be title prefix matches, in any order. */
function requireBeginnings(text: string, floor: readonly string[], ours: readonly string[]): void {
  const requested = floor.length < LIMIT ? '' : titleKey(text);
  const fitting = ours.filter((title) => titleKey(title).startsWith(requested)).slice(0, floor.length);
  requireSame(fitting.length, floor.length, `suggestions for "${text}"`);
}
