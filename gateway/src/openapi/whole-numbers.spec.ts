// Aim: a whole number in a request is bounded by what services count with, 32 bits, so that a larger one is refused by its
// field and not by an error nobody understands.
import { expect, it } from '@jest/globals';
import { openApiDocument } from './document.js';

const MAX = 2_147_483_647;

type Schema = Record<string, unknown>;

/** Paths of whole numbers without such a bound, in a part of the document. References lead to parts already looked at. */
function unbounded(part: unknown, path: string, components: Schema, seen: Set<string>): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { $ref, type, maximum } = part as Schema;
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return [];
    seen.add($ref);
    return unbounded(components[$ref.replace('#/components/schemas/', '')], $ref, components, seen);
  }
  const isWhole = type === 'integer' || (Array.isArray(type) && type.includes('integer'));
  const own = isWhole && !(typeof maximum === 'number' && maximum <= MAX) ? [path] : [];
  const inner = Object.entries(part).flatMap(([name, value]) => unbounded(value, `${path}.${name}`, components, seen));
  return [...own, ...inner];
}

it('has a bound for every whole number a request may hold', () => {
  const document = openApiDocument('Switchback', 'http://localhost') as unknown as {
    paths: Record<string, Record<string, { requestBody?: unknown; parameters?: unknown }>>;
    components: { schemas: Schema };
  };
  const seen = new Set<string>();
  const found = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { requestBody, parameters }]) =>
      unbounded([requestBody, parameters], `${method} ${path}`, document.components.schemas, seen),
    ),
  );
  expect(found).toEqual([]);
});
