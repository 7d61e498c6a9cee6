// Aim: whole numbers in requests are limited to the services' 32 bits; a larger one is a fault of its field, not an
// obscure error.
import { expect, it } from '@jest/globals';
import { openApiDocument } from './document.js';

const MAX = 2_147_483_647;

type Schema = Record<string, unknown>;

/** Returns the paths of whole numbers without such a limit in a part of the document. Skips references seen before. */
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

it('every integer in a request has a bound', () => {
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
