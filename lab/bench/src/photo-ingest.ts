import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHOTO_SIZES } from '@switchback/media/decoding/decoded';
import { seededRandom } from '@switchback/testing/random';
import sharp from 'sharp';
import type { Catalogue } from './catalogue.js';
import { HttpClient } from './http-client.js';
import { closedLoop } from './load.js';
import { LoadGenerator } from './load-generator.js';
import type { BenchContext } from './options.js';
import { Person, upload } from './person.js';
import { cpuMsOf, knowsProcesses } from './process-figures.js';
import { pidsOf, type RunningServer } from './processes.js';
import { atMost, limited, record } from './result.js';
import { startWith } from './search-floor.js';
import { searchCalls } from './search-through-gateway.js';
import { compare, quantile } from './statistics.js';
import { requireSame } from './timing.js';

const PHOTOS = 20;
const SIZE = { width: 4_000, height: 3_000 };
/** Size of the noise that is scaled up to a photo: the detail of a landscape, at about 2 MB a file. */
const GRAIN = { width: 1_000, height: 750 };
const QUALITY = 90;
const UPLOADERS = 4;
/** Each photo is decoded in a separate process: isolating people's photos matters more than CPU time (ADR 40). */
const CPU_MAX = 2;
const SEARCH_P99_MAX_MS = 50;
/** Searches per second during the uploads: far below the product's capacity, so that only contention counts. */
const RATE = 40;
const CLIENTS = 16;
const SEARCH_MS = 8_000;

interface Photo {
  small: string;
  medium: string;
  large: string;
  original: string;
}

/** P12: 12-megapixel uploads against bare sharp, and search latency while four people upload. */
export async function measurePhotos(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const photos = await photosOf(context.seed);
  const person = await Person.join(catalogue, 'photographer', 'admin');
  const sender = new Sender(product.url, await person.logIn(product.url), await driveIds(catalogue));
  await measureCpu(context, catalogue, product, { photos, sender });
  await measureSearch(context, catalogue, product, { photos, sender });
}

interface Uploads {
  photos: readonly Buffer[];
  sender: Sender;
}

async function measureCpu(
  { rounds }: BenchContext,
  { label }: Catalogue,
  product: RunningServer,
  { photos, sender }: Uploads,
): Promise<void> {
  if (!knowsProcesses()) return;
  const folder = mkdtempSync(join(tmpdir(), 'switchback-bench-photos-'));
  const files = photos.map((photo, index) => {
    const file = join(folder, `${index}.jpg`);
    writeFileSync(file, photo);
    return { file };
  });
  const floor = await startWith('raw-photos.ts', files, {});
  const client = new HttpClient(floor.url, UPLOADERS);
  const bare = async (index: number) => (await client.ask({ method: 'GET', path: `/${index}` })).text();
  try {
    const made = await sender.send(photos[0]!);
    requireSame(await sender.hashes(made), JSON.parse(await bare(0)), 'the files of a photo');
    const cpu = (pids: readonly number[], ingest: (index: number) => Promise<unknown>) => async () => {
      const before = cpuMsOf(pids);
      await closedLoop(UPLOADERS, PHOTOS, ingest);
      return (cpuMsOf(pids) - before) / PHOTOS;
    };
    const figures = await compare(
      { rounds, isLong: true },
      { floor: cpu(pidsOf(floor), bare), ours: cpu(pidsOf(product), (index) => sender.send(photos[index]!)) },
    );
    record({
      goal: 'P12',
      size: label,
      measure: 'photo of 12 MP / bare sharp',
      unit: 'CPU ms a photo',
      ...atMost(CPU_MAX, figures),
      note: `${PHOTOS} files of ${Math.round(photos[0]!.length / 100_000) / 10} MB a round, ${UPLOADERS} at a time, sent over HTTP and stored in four sizes; the floor is warm and in one process`,
    });
  } finally {
    client.close();
    await floor.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSearch(
  { rounds, seed }: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
  { photos, sender }: Uploads,
): Promise<void> {
  const questions = await searchCalls(catalogue, seed);
  const generator = await LoadGenerator.start({ base: product.url, questions }, CLIENTS);
  let sent = 0;
  const p99 = async () => quantile(await generator.openLoop(RATE, SEARCH_MS), 0.99);
  const beside = async () => {
    let isOver = false;
    const uploader = async (first: number) => {
      for (let index = first; !isOver; index += UPLOADERS) {
        await sender.send(photos[index % PHOTOS]!);
        sent += 1;
      }
    };
    const uploading = Promise.all(Array.from({ length: UPLOADERS }, (_, first) => uploader(first)));
    const figure = await p99().finally(() => (isOver = true));
    await uploading;
    return figure;
  };
  try {
    const figures = await compare({ rounds }, { floor: p99, ours: beside });
    record({
      goal: 'P12',
      size: catalogue.label,
      measure: 'search p99 while 4 uploads run / without',
      ...limited(SEARCH_P99_MAX_MS, 'ms', figures),
      note: `${RATE} searches/s, open loop, ${sent} photos of 12 MP uploaded meanwhile; clients and product share the machine`,
    });
  } finally {
    generator.stop();
  }
}

/** Uploads photos to one drive after another, so that no drive reaches its limit. */
class Sender {
  private sent = 0;

  constructor(
    private readonly base: string,
    private readonly headers: Record<string, string>,
    private readonly drives: readonly string[],
  ) {}

  async send(photo: Buffer): Promise<Photo> {
    const drive = this.drives[this.sent % this.drives.length]!;
    this.sent += 1;
    const form = new FormData();
    form.append('photosInfo[]', JSON.stringify({ key: '0_road.jpg' }));
    form.append('photos[]', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), '0_road.jpg');
    const answer = await upload(`${this.base}/api/drives/drive/${drive}/photos/photo`, this.headers, form);
    if (!answer.ok) throw new Error(`A photo was refused: ${answer.status} ${await answer.text()}`);
    const { photos } = (await answer.json()) as { photos: Photo[] };
    return photos.at(-1)!;
  }

  /** Returns the hashes of the served files, by size. */
  async hashes(photo: Photo): Promise<Record<string, string>> {
    const hashes: Record<string, string> = {};
    for (const size of PHOTO_SIZES) {
      const answer = await fetch(this.base + photo[size]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      hashes[size] = createHash('sha256').update(bytes).digest('hex');
    }
    return hashes;
  }
}

/** Generates photos of noise, which are expensive to encode and to decode. */
async function photosOf(seed: number): Promise<Buffer[]> {
  const random = seededRandom(seed);
  const photos: Buffer[] = [];
  for (let index = 0; index < PHOTOS; index += 1) {
    const grain = Buffer.alloc(GRAIN.width * GRAIN.height * 3);
    for (let at = 0; at < grain.length; at += 1) grain[at] = random.below(256);
    const raw = { ...GRAIN, channels: 3 as const };
    photos.push(await sharp(grain, { raw }).resize(SIZE).jpeg({ quality: QUALITY }).toBuffer());
  }
  return photos;
}

async function driveIds({ drives }: Catalogue): Promise<string[]> {
  const rows = await drives.query<{ id: string }[]>(`select id from drive where privacy = 'public' limit 200`);
  return rows.map(({ id }) => id);
}
