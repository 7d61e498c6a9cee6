import { CARD_FIELDS } from '@switchback/contracts/rules/card-fields';
import type { Bounds } from '@switchback/geo/location';
import type { Catalogue } from './catalogue.js';
import { type Answer, HttpClient } from './http-client.js';
import type { BenchContext } from './options.js';
import type { RunningServer } from './processes.js';
import { boxesOf, sideFor } from './queries.js';
import { record } from './result.js';
import { comparisonOf } from './statistics.js';
import { requireSame } from './timing.js';

const LIKE_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const MATCHES = 400;
const VIEWS = 20;
const PAGE = 25;
const HELD = 20;
/** The maximum that the web app sends, however many hashes it holds. */
const SENT_MAX = 50;
const REPEAT_MAX = 0.45;

interface Page {
  drives: { id: string; title?: string }[];
  hashes: string[];
  bookmark: string | null;
}

interface View {
  bounds: Bounds;
  fields: string;
  /** Hashes of the drives on the first page, and of further drives in the box. */
  shown: string[];
  others: string[];
}

/** P11: transferred bytes of a repeated view, as a browser would see them. */
export async function measureWire(context: BenchContext, catalogue: Catalogue, product: RunningServer): Promise<void> {
  const http = new HttpClient(product.url, 1);
  await measureHave(context, catalogue, http).finally(() => http.close());
}

async function measureHave({ seed }: BenchContext, catalogue: Catalogue, http: HttpClient): Promise<void> {
  const boxes = boxesOf(VIEWS, await sideFor(catalogue.index, Math.min(MATCHES, catalogue.size / 4), seed), seed);
  for (const [what, fields] of [
    ['cards', `&fields=${CARD_FIELDS.join(',')}`],
    ['whole summaries', ''],
  ] as const) {
    const views: View[] = [];
    for (const bounds of boxes) {
      const known = await hashesOf(http, bounds, fields);
      if (known.length >= PAGE) views.push({ bounds, fields, shown: known.slice(0, PAGE), others: known.slice(PAGE) });
    }
    for (const sent of [HELD, SENT_MAX]) {
      const isJustHeld = sent === HELD;
      const [limit, each] = isJustHeld ? [REPEAT_MAX, ''] : [1, ' each'];
      const figures = comparisonOf(await inTurn(views, (view) => repeat(http, view, sent)));
      const ratio = isJustHeld ? figures.ratio.median : figures.ratio.high;
      record({
        goal: 'P11',
        size: catalogue.label,
        unit: 'bytes',
        ...figures,
        target: `≤ ${limit}x${each}`,
        measure: `repeated view of ${what}, 80% held, ${sent} hashes sent / none sent`,
        met: ratio <= limit,
        note: `request and answer with headers, compressed as for a browser, ${views.length} views of ${PAGE}`,
      });
    }
  }
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Returns the bytes of a view without and with held drives, after checking that both show the same. */
async function repeat(http: HttpClient, { bounds, fields, shown, others }: View, sent: number) {
  const have = [...shown.slice(0, HELD), ...filledUp(others, sent - HELD)];
  const [without, withHeld] = [await search(http, bounds, fields, []), await search(http, bounds, fields, have)];
  const [whole, rest] = [pageOf(without), pageOf(withHeld)];
  requireSame(rest.hashes, whole.hashes, 'the order with held drives and without');
  requireSame(rest.drives.filter(({ title }) => title === undefined).length, HELD, 'the drives left out');
  return { floor: without.bytes, ours: withHeld.bytes };
}

/** Pads the hashes of the drives in the box with made-up ones, which stand for drives seen elsewhere. */
function filledUp(hashes: readonly string[], count: number): string[] {
  const made = Array.from({ length: Math.max(0, count - hashes.length) }, (_, index) =>
    Buffer.from(`${index * 7_919 + 100_000}`.padStart(6, '0').slice(-6)).toString('base64url'),
  );
  return [...hashes, ...made].slice(0, count);
}

/** Returns the hashes of the first drives in the box, as known to a client that has scrolled. */
async function hashesOf(http: HttpClient, bounds: Bounds, fields: string): Promise<string[]> {
  const first = pageOf(await search(http, bounds, fields, []));
  if (first.bookmark === null) return first.hashes;
  const second = pageOf(await search(http, bounds, fields, [], first.bookmark));
  return [...first.hashes, ...second.hashes];
}

function search(
  http: HttpClient,
  { north, east, south, west }: Bounds,
  fields: string,
  have: readonly string[],
  bookmark?: string,
): Promise<Answer> {
  const behind = bookmark ? `&bookmark=${bookmark}` : '';
  const path = `/api/drives/search?bounds=${north},${east},${south},${west}&sort=location${fields}${behind}`;
  return http.ask({ method: 'POST', path, body: JSON.stringify({ have }), headers: LIKE_A_BROWSER });
}

function pageOf(answer: Answer): Page {
  return JSON.parse(answer.text()) as Page;
}
