import { PbfReader } from 'pbf';
import { ExtractError } from './extract-error.js';
import type { Block } from './read-blocks.js';

/** Tags of an object of the map. */
export type Tags = ReadonlyMap<string, string>;

export interface Member {
  type: 'node' | 'way' | 'relation';
  id: number;
  role: string;
}

/** Called for each object of a block, in its order. A missing function skips the objects of its kind. */
export interface PrimitiveReader {
  /** @param tags null for a node without tags. */
  node?: (id: number, lat: number, lng: number, tags: Tags | null) => void;
  way?: (id: number, refs: readonly number[], tags: Tags) => void;
  relation?: (id: number, members: readonly Member[], tags: Tags) => void;
}

export interface ExtractHeader {
  /** Time of the data, in epoch seconds; null if the file does not say it. */
  timestamp: number | null;
}

const FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes']);
const MEMBER_TYPES = ['node', 'way', 'relation'] as const;
/** Units of coordinates per degree. */
const NANO = 1e-9;
/** A coordinate within a block is a multiple of this number of nanodegrees, unless the block says otherwise. */
const GRANULARITY = 100;

/** @throws ExtractError if the block is damaged, or the file needs a reader of another kind, such as one of history. */
export function readHeader({ data, offset }: Block, size: number): ExtractHeader {
  const features: string[] = [];
  const header: ExtractHeader = { timestamp: null };
  refuseDamage({ offset, size }, () =>
    new PbfReader(data).readFields((tag, _result, pbf) => {
      if (tag === 4) features.push(pbf.readString());
      else if (tag === 32) header.timestamp = pbf.readVarint();
    }, null),
  );
  const unknown = features.filter((feature) => !FEATURES.has(feature));
  if (unknown.length > 0)
    throw new ExtractError(`The extract needs ${unknown.join(', ')}, which is not supported`, { offset, size });
  return header;
}

/**
 * Reads the objects of a block.
 * @throws ExtractError if the block is damaged.
 */
export function readPrimitives({ data, offset }: Block, size: number, reader: PrimitiveReader): void {
  refuseDamage({ offset, size }, () => new BlockReader(data, reader).read());
}

/** The library's readers throw errors of any kind at bytes that are no message. */
function refuseDamage(place: { offset: number; size: number }, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof ExtractError) throw error;
    throw new ExtractError('A block cannot be read: the file is damaged', place, error);
  }
}

class BlockReader {
  readonly #pbf: PbfReader;
  readonly #reader: PrimitiveReader;
  /** Encoded strings; each is decoded on its first use. */
  readonly #encoded: Uint8Array[] = [];
  readonly #texts: (string | undefined)[] = [];
  readonly #groups: { start: number; end: number }[] = [];
  #granularity = GRANULARITY;
  #latOffset = 0;
  #lngOffset = 0;

  constructor(data: Uint8Array, reader: PrimitiveReader) {
    this.#pbf = new PbfReader(data);
    this.#reader = reader;
  }

  read(): void {
    const pbf = this.#pbf;
    for (let tag = pbf.nextField(); tag !== 0; tag = pbf.nextField()) {
      if (tag === 1) this.#readStrings(this.#end());
      else if (tag === 2) {
        // The offsets come after the groups.
        const end = this.#end();
        this.#groups.push({ start: pbf.pos, end });
        pbf.pos = end;
      } else if (tag === 17) this.#granularity = pbf.readVarint();
      else if (tag === 19) this.#latOffset = pbf.readVarint(true);
      else if (tag === 20) this.#lngOffset = pbf.readVarint(true);
    }
    for (const { start, end } of this.#groups) {
      pbf.pos = start;
      this.#readGroup(end);
    }
  }

  /** Returns the end of the message that starts here. */
  #end(): number {
    const end = this.#pbf.readVarint() + this.#pbf.pos;
    if (end > this.#pbf.length) throw new RangeError('A part ends after the block.');
    return end;
  }

  #readStrings(end: number): void {
    const pbf = this.#pbf;
    for (let tag = pbf.nextField(end); tag !== 0; tag = pbf.nextField(end))
      if (tag === 1) this.#encoded.push(pbf.readBytes());
  }

  #text(index: number): string {
    const known = this.#texts[index];
    if (known !== undefined) return known;
    const bytes = this.#encoded[index];
    if (!bytes) throw new RangeError('A text is missing.');
    return (this.#texts[index] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  }

  #readGroup(end: number): void {
    const pbf = this.#pbf;
    const { node, way, relation } = this.#reader;
    for (let tag = pbf.nextField(end); tag !== 0; tag = pbf.nextField(end)) {
      if (tag === 5) throw new ExtractError('The file holds changesets, not the map');
      const isRead = (tag <= 2 && node) || (tag === 3 && way) || (tag === 4 && relation);
      if (!isRead) continue;
      const last = this.#end();
      if (tag === 1) this.#readNode(last);
      else if (tag === 2) this.#readDense(last);
      else if (tag === 3) this.#readWay(last);
      else this.#readRelation(last);
      pbf.pos = last;
    }
  }

  #readNode(end: number): void {
    const pbf = this.#pbf;
    const keys: number[] = [];
    const values: number[] = [];
    let [id, lat, lng] = [0, 0, 0];
    for (let tag = pbf.nextField(end); tag !== 0; tag = pbf.nextField(end)) {
      if (tag === 1) id = pbf.readSVarint();
      else if (tag === 2) pbf.readPackedVarint(keys);
      else if (tag === 3) pbf.readPackedVarint(values);
      else if (tag === 8) lat = pbf.readSVarint();
      else if (tag === 9) lng = pbf.readSVarint();
    }
    this.#node(id, lat, lng, keys.length > 0 ? this.#tags(keys, values) : null);
  }

  #readDense(end: number): void {
    const pbf = this.#pbf;
    const [ids, lats, lngs, pairs]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let tag = pbf.nextField(end); tag !== 0; tag = pbf.nextField(end)) {
      if (tag === 1) pbf.readPackedSVarint(ids);
      else if (tag === 5) this.#rejectHidden(this.#end());
      else if (tag === 8) pbf.readPackedSVarint(lats);
      else if (tag === 9) pbf.readPackedSVarint(lngs);
      else if (tag === 10) pbf.readPackedVarint(pairs);
    }
    if (lats.length !== ids.length || lngs.length !== ids.length) throw new RangeError('A node has no place.');
    let [id, lat, lng, at] = [0, 0, 0, 0];
    for (let index = 0; index < ids.length; index += 1) {
      id += ids[index]!;
      lat += lats[index]!;
      lng += lngs[index]!;
      let tags: Map<string, string> | null = null;
      while (at < pairs.length && pairs[at] !== 0) {
        (tags ??= new Map()).set(this.#text(pairs[at]!), this.#text(pairs[at + 1] ?? -1));
        at += 2;
      }
      at += 1;
      this.#node(id, lat, lng, tags);
    }
  }

  /** Deleted objects occur in files of history, whose older versions would be drawn over each other. */
  #rejectHidden(end: number): void {
    const pbf = this.#pbf;
    for (let tag = pbf.nextField(end); tag !== 0; tag = pbf.nextField(end))
      if (tag === 6 && pbf.readPackedBoolean().some((isVisible) => !isVisible))
        throw new ExtractError('The file holds the history of the map, not its present state');
  }

  #node(id: number, lat: number, lng: number, tags: Tags | null): void {
    this.#reader.node!(
      id,
      NANO * (this.#latOffset + this.#granularity * lat),
      NANO * (this.#lngOffset + this.#granularity * lng),
      tags,
    );
  }

  #readWay(end: number): void {
    const pbf = this.#pbf;
    const [keys, values, refs]: [number[], number[], number[]] = [[], [], []];
    let id = 0;
    for (let tag = pbf.nextField(end); tag !== 0; tag = pbf.nextField(end)) {
      if (tag === 1) id = pbf.readVarint();
      else if (tag === 2) pbf.readPackedVarint(keys);
      else if (tag === 3) pbf.readPackedVarint(values);
      else if (tag === 8) pbf.readPackedSVarint(refs);
    }
    for (let index = 1; index < refs.length; index += 1) refs[index]! += refs[index - 1]!;
    this.#reader.way!(id, refs, this.#tags(keys, values));
  }

  #readRelation(end: number): void {
    const pbf = this.#pbf;
    const [keys, values, roles, ids, types]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
    let id = 0;
    for (let tag = pbf.nextField(end); tag !== 0; tag = pbf.nextField(end)) {
      if (tag === 1) id = pbf.readVarint();
      else if (tag === 2) pbf.readPackedVarint(keys);
      else if (tag === 3) pbf.readPackedVarint(values);
      else if (tag === 8) pbf.readPackedVarint(roles);
      else if (tag === 9) pbf.readPackedSVarint(ids);
      else if (tag === 10) pbf.readPackedVarint(types);
    }
    let memberId = 0;
    const members = ids.map((delta, index): Member => {
      memberId += delta;
      return { type: MEMBER_TYPES[types[index] ?? 0] ?? 'node', id: memberId, role: this.#text(roles[index] ?? 0) };
    });
    this.#reader.relation!(id, members, this.#tags(keys, values));
  }

  #tags(keys: readonly number[], values: readonly number[]): Tags {
    const tags = new Map<string, string>();
    for (let index = 0; index < keys.length; index += 1)
      tags.set(this.#text(keys[index]!), this.#text(values[index] ?? -1));
    return tags;
  }
}
