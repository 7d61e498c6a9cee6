import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';

/** Writes small OSM PBF extracts, for specs. */

type TagsOf = Readonly<Record<string, string>>;

export interface ExtractNode {
  id: number;
  lat: number;
  lng: number;
  tags?: TagsOf;
}

export interface ExtractWay {
  id: number;
  refs: readonly number[];
  tags?: TagsOf;
}

export interface ExtractRelation {
  id: number;
  members: readonly { id: number; role: string }[];
  tags: TagsOf;
}

export interface ExtractContent {
  nodes?: readonly ExtractNode[];
  ways?: readonly ExtractWay[];
  relations?: readonly ExtractRelation[];
  /** Names of what a reader must know. */
  features?: readonly string[];
  /** Time of the data, in epoch seconds. */
  timestamp?: number;
}

const TIMESTAMP = Date.UTC(2026, 10, 1) / 1_000;

const UNITS_PER_DEGREE = 1e7;
const WAY = 1;

/** Returns the bytes of an extract: a header, and a block for each kind of object. */
export function extractBytes({
  nodes = [],
  ways = [],
  relations = [],
  features,
  timestamp = TIMESTAMP,
}: ExtractContent): Buffer {
  return Buffer.concat([
    block('OSMHeader', header(features ?? ['OsmSchema-V0.6', 'DenseNodes'], timestamp)),
    block(
      'OSMData',
      primitives((pbf, text) => pbf.writeMessage(2, writeDense, { nodes, text })),
    ),
    block(
      'OSMData',
      primitives((pbf, text) => ways.forEach((way) => pbf.writeMessage(3, writeWay, { way, text }))),
    ),
    block(
      'OSMData',
      primitives((pbf, text) => relations.forEach((one) => pbf.writeMessage(4, writeRelation, { one, text }))),
    ),
  ]);
}

/** Returns a block of the file with this content. */
export function block(type: string, content: Uint8Array, packed: Uint8Array = deflateSync(content)): Buffer {
  const blob = new PbfWriter();
  blob.writeTag(2, 0);
  blob.writeVarint(content.length);
  blob.writeTag(3, 2);
  blob.writeBytes(packed);
  const data = blob.finish();
  const head = new PbfWriter();
  head.writeTag(1, 2);
  head.writeString(type);
  head.writeTag(3, 0);
  head.writeVarint(data.length);
  const start = head.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(start.length);
  return Buffer.concat([length, start, data]);
}

function header(features: readonly string[], timestamp: number): Uint8Array {
  const pbf = new PbfWriter();
  for (const feature of features) {
    pbf.writeTag(4, 2);
    pbf.writeString(feature);
  }
  pbf.writeTag(32, 0);
  pbf.writeVarint(timestamp);
  return pbf.finish();
}

type Text = (text: string) => number;

function primitives(write: (pbf: PbfWriter, text: Text) => void): Uint8Array {
  const texts = new Map([['', 0]]);
  const group = new PbfWriter();
  write(group, (text) => {
    const number = texts.get(text);
    if (number !== undefined) return number;
    texts.set(text, texts.size);
    return texts.size - 1;
  });
  const pbf = new PbfWriter();
  pbf.writeMessage(1, writeTexts, [...texts.keys()]);
  pbf.writeTag(2, 2);
  pbf.writeBytes(group.finish());
  return pbf.finish();
}

function writeTexts(texts: readonly string[], pbf: PbfWriter): void {
  for (const text of texts) {
    pbf.writeTag(1, 2);
    pbf.writeString(text);
  }
}

/** Writes numbers that are stored as differences to their predecessors. */
function writeDeltas(pbf: PbfWriter, tag: number, numbers: readonly number[]): void {
  const packed = new PbfWriter();
  numbers.forEach((number, index) => packed.writeSVarint(number - (numbers[index - 1] ?? 0)));
  pbf.writeTag(tag, 2);
  pbf.writeBytes(packed.finish());
}

function writePacked(pbf: PbfWriter, tag: number, numbers: readonly number[]): void {
  const packed = new PbfWriter();
  for (const number of numbers) packed.writeVarint(number);
  pbf.writeTag(tag, 2);
  pbf.writeBytes(packed.finish());
}

function writeTags(pbf: PbfWriter, tags: TagsOf, text: Text): void {
  writePacked(pbf, 2, Object.keys(tags).map(text));
  writePacked(pbf, 3, Object.values(tags).map(text));
}

function writeDense({ nodes, text }: { nodes: readonly ExtractNode[]; text: Text }, pbf: PbfWriter): void {
  const units = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);
  writeDeltas(
    pbf,
    1,
    nodes.map(({ id }) => id),
  );
  writeDeltas(
    pbf,
    8,
    nodes.map(({ lat }) => units(lat)),
  );
  writeDeltas(
    pbf,
    9,
    nodes.map(({ lng }) => units(lng)),
  );
  const pairs = nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flat().map(text), 0]);
  writePacked(pbf, 10, pairs);
}

function writeWay({ way, text }: { way: ExtractWay; text: Text }, pbf: PbfWriter): void {
  pbf.writeTag(1, 0);
  pbf.writeVarint(way.id);
  writeTags(pbf, way.tags ?? {}, text);
  writeDeltas(pbf, 8, way.refs);
}

function writeRelation({ one, text }: { one: ExtractRelation; text: Text }, pbf: PbfWriter): void {
  pbf.writeTag(1, 0);
  pbf.writeVarint(one.id);
  writeTags(pbf, one.tags, text);
  writePacked(
    pbf,
    8,
    one.members.map(({ role }) => text(role)),
  );
  writeDeltas(
    pbf,
    9,
    one.members.map(({ id }) => id),
  );
  writePacked(
    pbf,
    10,
    one.members.map(() => WAY),
  );
}
