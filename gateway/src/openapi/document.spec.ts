import { afterAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '@switchback/contracts/endpoints/all';
import { ERRORS } from '@switchback/contracts/errors';
import { ROUTES } from '@switchback/contracts/routes';
import { openGateway } from '../testing/open-gateway.js';
import { openApiDocument } from './document.js';

const { ask, close } = await openGateway();
afterAll(close);

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: object;
  responses: Record<
    string,
    { content: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }> }
  >;
}

const document = openApiDocument('Switchback', 'https://drives.example') as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** Returns the keywords of a schema that restrict its values. */
function boundsOf(schema: object): string[] {
  return Object.keys(schema).filter((keyword) =>
    ['minimum', 'maxLength', 'maxItems', 'pattern', 'enum'].includes(keyword),
  );
}

describe('the OpenAPI document', () => {
  it('declares every call of the contract', () => {
    // Aim: no call is undocumented.
    const declared = operations
      .map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)
      .sort();
    const contract = Object.entries(ROUTES)
      .map(([name, { method, path }]) => `${name} ${method} ${path}`)
      .sort();
    expect(declared).toEqual(contract);
  });

  it('maps each call to one endpoint', () => {
    // Aim: a duplicate description of a route does not go unnoticed.
    expect(ENDPOINTS.map(({ name }) => name)).toEqual(Object.keys(ROUTES));
  });

  it('has no dangling reference', () => {
    // Aim: generators and readers can resolve every reference.
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(Object.keys(document.components.schemas)).toContain(reference.split('/').at(-1));
    }
  });

  it('renders pairs as arrays of two numbers', () => {
    // Aim: generators accept the document, which most do not if `items: false` closes a tuple.
    expect(JSON.stringify(document)).not.toMatch(/"prefixItems"|"items":false/);
    expect(document.components.schemas.Elevation).toMatchObject({
      properties: { profile: { items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } } },
    });
  });

  it('declares the parameters of each path', () => {
    // Aim: the documentation shows how to call each path.
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const parameters = operation.parameters ?? [];
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
  });

  it('limits each parameter by its schema', () => {
    // Aim: the document alone is enough for a client or a fuzzer to distinguish good values from bad ones.
    for (const { path, operation } of operations) {
      for (const { name, schema } of operation.parameters ?? []) {
        expect([path, name, boundsOf(schema)]).toEqual([path, name, expect.arrayContaining([expect.any(String)])]);
      }
    }
  });

  it.each([
    ['bounds', ['36.6,-75.4,33.8,-84.4', '90,180,-90,-180', '0,-0.5,0,0'], ['91,0,0,0', '0,181,0,0', '1,2,3', '']],
    ['geocode', ['35.59,-82.55', '1,2,any,7', '1,2,,', '0,0,20100000,24'], ['1', '1,2,x', '1,2,any,25']],
    ['intensityRating', ['3,10', ',', 'undefined,9.5', '10.0,'], ['11,', '3', '-1,2', '3,10,']],
    ['duration', ['0,1000000000', '3600,undefined'], ['1000000001,', 'a,b']],
  ])('describes the format of %s', async (name, good, bad) => {
    // Aim: the documented pattern and the parser agree.
    const search = operations.find(({ path }) => path === '/api/drives/search')?.operation;
    const schema = search?.parameters?.find((parameter) => parameter.name === name)?.schema as { pattern: string };
    const pattern = new RegExp(schema.pattern, 'u');
    for (const [text, fits] of [
      ...good.map((value) => [value, true]),
      ...bad.map((value) => [value, false]),
    ] as const) {
      expect([text, pattern.test(String(text))]).toEqual([text, fits]);
      if (text === '') continue;
      const answer = await ask({ method: 'POST', url: `/api/drives/search?${name}=${String(text)}` });
      expect([text, answer.status]).toEqual([text, fits ? 200 : 400]);
    }
  });

  it('lists the errors of each call with examples in the one format', () => {
    // Aim: the document is enough to handle refusals in a client.
    for (const { path, operation } of operations) {
      for (const status of ['400', '401', '404', '405', '429', '500', '503']) {
        expect([path, Object.keys(operation.responses)]).toEqual([path, expect.arrayContaining([status])]);
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        for (const { value } of Object.values(response.content['application/json']?.examples ?? {})) {
          expect(value).toMatchObject({
            type: Number(status),
            code: expect.stringMatching(/^ERROR-\d{5}$/),
            additional: {},
          });
        }
      }
    }
  });

  it('is served, also as a page that loads nothing from other hosts', async () => {
    // Aim: /api/openapi.json and /api/docs work without a network.
    const served = await ask('/api/openapi.json');
    expect(served.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://drives.example' }] });
    const page = await ask('/api/docs');
    expect(page.status).toBe(200);
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
    expect(links).toHaveLength(4);
    for (const link of links) {
      expect(link).toMatch(/^\/api\/docs\//);
      expect((await ask(link)).status).toBe(200);
    }
    expect(page.headers['content-security-policy']).toContain("script-src 'self' ");
  });
});

describe('the table of errors', () => {
  it('uses each code once', () => {
    // Aim: each code has one meaning.
    const codes = Object.values(ERRORS).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
