import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { type ExtractNode, type ExtractRelation, type ExtractWay, extractBytes } from './extract.fixture.js';
import { type PrimitiveReader, readPrimitives } from './extract/primitives.js';
import { readBlocks } from './extract/read-blocks.js';

/** Objects of a block; the format recommends at most 8,000. */
const BLOCK = 8_000;
/** Copies lie in rows, each shifted by these degrees, so that they stay near the latitude of the original. */
const SHIFT = { columns: 12, lng: 0.25, lat: 0.3 };

interface Content {
  nodes: ExtractNode[];
  ways: ExtractWay[];
  relations: ExtractRelation[];
}

/** Writes an extract that repeats a real one side by side, for measurements. Returns the number of copies. */
export function repeatExtract(from: string, to: string, copies: number): number {
  const content = contentOf(from);
  const span = 1 + Math.max(...[content.nodes, content.ways, content.relations].map(highest));
  const file = openSync(to, 'w');
  try {
    const each = (write: (copy: number) => void) => Array.from({ length: copies }, (_, copy) => write(copy));
    each((copy) => {
      const [lng, lat] = [(copy % SHIFT.columns) * SHIFT.lng, Math.floor(copy / SHIFT.columns) * SHIFT.lat];
      const moved = (node: ExtractNode) => {
        return { ...node, id: node.id + copy * span, lat: node.lat - lat, lng: node.lng + lng };
      };
      for (const nodes of chunksOf(content.nodes)) writeSync(file, extractBytes({ nodes: nodes.map(moved) }));
    });
    each((copy) => {
      const moved = ({ id, refs, tags }: ExtractWay) => {
        return { id: id + copy * span, refs: refs.map((ref) => ref + copy * span), ...(tags && { tags }) };
      };
      for (const ways of chunksOf(content.ways)) writeSync(file, extractBytes({ ways: ways.map(moved) }));
    });
    each((copy) => {
      const moved = ({ id, members, tags }: ExtractRelation) => {
        return { id: id + copy * span, tags, members: members.map((one) => ({ ...one, id: one.id + copy * span })) };
      };
      for (const part of chunksOf(content.relations)) writeSync(file, extractBytes({ relations: part.map(moved) }));
    });
  } finally {
    closeSync(file);
  }
  return copies;
}

function contentOf(path: string): Content {
  const content: Content = { nodes: [], ways: [], relations: [] };
  const reader: PrimitiveReader = {
    node: (id, lat, lng, tags) => content.nodes.push({ id, lat, lng, ...(tags && { tags: Object.fromEntries(tags) }) }),
    way: (id, refs, tags) => content.ways.push({ id, refs: [...refs], tags: Object.fromEntries(tags) }),
    relation: (id, members, tags) => {
      const ways = members.flatMap(({ type, ...member }) => (type === 'way' ? [member] : []));
      content.relations.push({ id, members: ways, tags: Object.fromEntries(tags) });
    },
  };
  const descriptor = openSync(path, 'r');
  try {
    const size = fstatSync(descriptor).size;
    for (const block of readBlocks({ descriptor, size }))
      if (block.type === 'OSMData') readPrimitives(block, size, reader);
  } finally {
    closeSync(descriptor);
  }
  return content;
}

function highest(objects: readonly { id: number }[]): number {
  return objects.reduce((most, { id }) => Math.max(most, id), 0);
}

function chunksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BLOCK) }, (_, at) => items.slice(at * BLOCK, (at + 1) * BLOCK));
}
