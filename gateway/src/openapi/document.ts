import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import { type ApiError, ERRORS, type ErrorName } from '@switchback/contracts/errors';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { ENDPOINTS } from '@switchback/contracts/endpoints/all';

const fault = z.object({ title: z.string(), message: z.string(), code: z.string(), type: z.number().int() });

const apiError = fault
  .extend({
    fields: z.record(z.string(), fault).optional().meta({ description: 'Errors by field or parameter.' }),
    additional: z.record(z.string(), z.unknown()),
    requestId: z.string(),
  })
  .meta({
    id: 'Error',
    description: 'The format of every error response. `type` is the HTTP status; codes are stable.',
  });

const IDEMPOTENCY = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(LIMITS.idempotencyKeyMax)
    .optional()
    .meta({ description: 'For 24 hours, a retry with the same key and body returns the first response.' }),
});

/** Errors that any call can return. */
const COMMON: readonly ErrorName[] = [
  'malformedRequest',
  'invalidSession',
  'unknownRoute',
  'methodNotAllowed',
  'requestTimeout',
  'uriTooLong',
  'tooManyRequests',
  'headersTooLarge',
  'internal',
  'unavailable',
  'timeout',
  'storageFull',
];
const WITH_INPUT: readonly ErrorName[] = ['invalidInput'];
const WITH_OWNER: readonly ErrorName[] = ['notAllowed'];
const WITH_BODY: readonly ErrorName[] = ['malformedBody', 'bodyTooLarge', 'unsupportedType'];

type Document = ReturnType<typeof createDocument>;

let rendered: Document | undefined;

/** Returns the whole contract as OpenAPI 3.1, rendered once per process. `publicUrl` is the server's URL. */
export function openApiDocument(productName: string, publicUrl: string): Document {
  rendered ??= renderContract();
  return {
    ...rendered,
    info: { ...rendered.info, title: `${productName} API` },
    servers: [{ url: publicUrl }],
  };
}

function renderContract(): Document {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of ENDPOINTS) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'] = operation(endpoint);
    paths[endpoint.path] = path;
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'API',
      version: '1',
      description:
        'Distances are meters, durations seconds, times ISO 8601 in UTC, locations WGS84 degrees. ' +
        'A parameter that is empty or `undefined` counts as not given; a repeated parameter is rejected. ' +
        'No text may contain NUL, and no body a property name that could reach a prototype (`__proto__`, `constructor`).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [...new Set(ENDPOINTS.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{}, { session: [] }],
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
  return createDocument(document, { override: openTuple });
}

/** Renders a tuple as an array of its length: many generators reject `items: false`, which closes a tuple. */
function openTuple({ zodSchema, jsonSchema }: Parameters<ZodOpenApiOverride>[0]): void {
  if (zodSchema._zod.def.type !== 'tuple') return;
  const byText = new Map(jsonSchema.prefixItems?.map((kind) => [JSON.stringify(kind), kind]));
  const kinds = [...byText.values()].filter((kind) => typeof kind === 'object');
  delete jsonSchema.prefixItems;
  jsonSchema.items = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { name, summary, tag, params, query, body, access = 'anyone' } = endpoint;
  return {
    operationId: name,
    summary,
    tags: [tag],
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(endpoint.repeatable && { header: IDEMPOTENCY }),
    },
    ...(access !== 'anyone' && { security: [{ session: [] }] }),
    'x-access': access,
    ...(body && { requestBody: { required: !body.safeParse(undefined).success, content: accepted(body, endpoint) } }),
    responses: { [String(endpoint.status ?? 200)]: success(endpoint), ...refusals(endpoint) },
  };
}

/** Returns the media types of a body: JSON, and the same as a form if a file may accompany it. */
function accepted(body: z.ZodType, { file }: Endpoint) {
  const json = { 'application/json': { schema: body } };
  if (!file) return json;
  const { shape } = (body instanceof z.ZodDefault ? body.unwrap() : body) as z.ZodObject;
  const part = z
    .string()
    .optional()
    .meta({ format: 'binary', description: `At most ${file.maxBytes} bytes.` });
  const encoding = { [file.name]: { contentType: file.types.join(', ') } };
  return { ...json, 'multipart/form-data': { schema: z.object({ ...shape, [file.name]: part }), encoding } };
}

function success({ files, answer }: Endpoint) {
  const media = files ?? ['application/json'];
  return { description: 'Success.', content: Object.fromEntries(media.map((type) => [type, { schema: answer }])) };
}

function refusals(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const hasInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  const names = [
    ...COMMON,
    ...(hasInput ? WITH_INPUT : []),
    ...(endpoint.body ? WITH_BODY : []),
    ...(endpoint.access === 'owner' ? WITH_OWNER : []),
    ...endpoint.errors,
  ];
  const statuses = [...new Set(names.map((name) => ERRORS[name].type))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      refusal(
        status,
        names.filter((name) => ERRORS[name].type === status),
      ),
    ]),
  );
}

function refusal(status: number, names: readonly ErrorName[]) {
  const headers = {
    ...((status === 429 || status === 503) && { 'retry-after': z.string().meta({ description: 'Seconds.' }) }),
    ...(status === 405 && { allow: z.string() }),
  };
  return {
    description: names.map((name) => `${ERRORS[name].code} ${ERRORS[name].title}`).join('; '),
    ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
    content: {
      'application/json': {
        schema: apiError,
        examples: Object.fromEntries(names.map((name) => [name, { value: example(name) }])),
      },
    },
  };
}

function example(name: ErrorName): ApiError {
  return { ...ERRORS[name], additional: {}, requestId: '0b6bfa5c-6b3f-4c0e-9f0c-2f6f0e0d7a51' };
}
