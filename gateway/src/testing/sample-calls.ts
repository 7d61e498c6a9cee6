import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import { CODES } from '@switchback/testing/fake-auth';
import type { InjectOptions } from 'fastify';
import { openApiDocument } from '../openapi/document.js';

/** Input of a sample call. */
export interface SampleCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
}

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  example?: unknown;
  enum?: readonly unknown[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  example?: unknown;
  schema: Schema;
}

interface Operation {
  operationId: RouteName;
  parameters?: readonly Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

const document = openApiDocument('Switchback', 'https://drives.example') as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const password = 'secret-1';

/** Values known to the in-memory services, by their name in a path; `{self}` stands for the id of the account. */
const IN_PATH: Readonly<Record<string, string>> = {
  id: '{self}',
  userId: '{self}',
  driveId: 'd1',
  sessionId: 'none',
  reviewId: 'r1',
  photoId: 'p1',
  code: CODES.good,
  value: 'city:1',
  stateId: '1446',
};
/** Ids by the folder of a path; other ids are those of accounts. */
const IDS: Readonly<Record<string, string>> = { drive: 'd1', collection: 'c1', deal: 'deal1', road: 'road1' };
/** Values by their name in a query: no call asks for deals that only staff may list. */
const IN_QUERY: Readonly<Record<string, string>> = { all: 'false' };
/** Values known to the in-memory services, by their name in a body. */
const IN_BODY: Readonly<Record<string, unknown>> = {
  email: '{self}@example.com',
  password,
  currentPassword: password,
  newPassword: password,
  code: CODES.oneTime,
  answer: 'code={self}&state=s1',
  ids: ['d1'],
};

/** One valid call per route, built from the contract's examples unless the in-memory services need other values. */
export const SAMPLE_CALLS = Object.fromEntries(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => [operation.operationId, sampleOf(path, operation)]),
  ),
) as Record<RouteName, SampleCall>;

function sampleOf(path: string, { parameters = [], requestBody }: Operation): SampleCall {
  const [, id] = Object.entries(IDS).find(([folder]) => path.includes(`/${folder}/{id}`)) ?? [];
  const known = id === undefined ? IN_PATH : { ...IN_PATH, id };
  const named = (place: Parameter['in'], written: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      parameters
        // A drive reduced to some fields would leave little to check.
        .filter((parameter) => parameter.in === place && parameter.name !== 'fields')
        .map(({ name, example, schema }) => [name, written[name] ?? example ?? exampleOf(schema)] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    );
  const body = requestBody && exampleOf(requestBody.content['application/json'].schema);
  return { params: named('path', known), query: named('query', IN_QUERY), body: body as SampleCall['body'] };
}

/** Returns the example of a schema, or one built from its members' examples; undefined if there is none. */
function exampleOf({ $ref, example, enum: choices, properties }: Schema): unknown {
  const referred = document.components.schemas[$ref?.split('/').at(-1) ?? ''];
  if (referred) return exampleOf(referred);
  const members = Object.entries(properties ?? {}).map(([name, schema]) => [name, IN_BODY[name] ?? exampleOf(schema)]);
  const made: unknown = properties && Object.fromEntries(members.filter(([, value]) => value !== undefined));
  return example ?? choices?.[0] ?? made;
}

/** Builds the request of a call about one account. */
export function requestOf(name: RouteName, { params, query, body }: SampleCall, selfId: string): InjectOptions {
  const { method, path } = ROUTES[name];
  const fill = (text: string) => text.replaceAll('{self}', selfId);
  const url = path.replace(/\{(\w+)\}/g, (_, param: string) => fill(params[param] ?? ''));
  const search = new URLSearchParams(query).toString();
  const payload = body && (JSON.parse(fill(JSON.stringify(body))) as object);
  return { method, url: search === '' ? url : `${url}?${search}`, ...(payload && { payload }) };
}
