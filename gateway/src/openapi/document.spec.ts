import { afterAll, describe, expect, it } from '@jest/globals';
import { ERRORS } from '@switchback/contracts/errors';
import { ROUTES } from '@switchback/contracts/routes';
import { openGateway } from '../testing/open-gateway.js';
import { allRoutes } from '../routes/all-routes.js';
import { openApiDocument } from './document.js';
import { ENDPOINTS } from './endpoints.js';

const { ask, drives, search, health, close } = await openGateway();
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

describe('the OpenAPI document', () => {
  it('declares every call of the contract, and every call is bound', () => {
    // Aim: no call exists undocumented, and none is documented that nobody answers.
    const declared = operations
      .map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)
      .sort();
    const contract = Object.entries(ROUTES)
      .map(([name, { method, path }]) => `${name} ${method} ${path}`)
      .sort();
    expect(declared).toEqual(contract);
    const settings = {} as Parameters<typeof allRoutes>[0]['settings'];
    const bound = allRoutes({ clients: { drives, search }, health, settings }).map(({ endpoint }) => endpoint.name);
    expect(bound.sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort());
  });

  it('has no dangling reference', () => {
    // Aim: generators and readers can resolve everything.
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(Object.keys(document.components.schemas)).toContain(reference.split('/').at(-1));
    }
  });

  it('declares the parameters of each path, and describes each parameter of a query', () => {
    // Aim: a page made of it shows how to call.
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const parameters = operation.parameters ?? [];
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
      for (const parameter of parameters.filter((candidate) => candidate.in === 'query')) {
        expect([path, parameter]).toEqual([
          path,
          expect.objectContaining({ schema: expect.objectContaining({ type: 'string' }) }),
        ]);
      }
    }
  });

  it('shows the refusals of each call with examples of the one shape', () => {
    // Aim: a client can be written against the refusals too.
    for (const { path, operation } of operations) {
      for (const status of ['400', '401', '404', '405', '429', '500', '503']) {
        expect([path, Object.keys(operation.responses)]).toEqual([path, expect.arrayContaining([status])]);
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        if (status === '200') continue;
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

  it('is served, and read on a page that loads nothing from elsewhere', async () => {
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
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  });
});

describe('the table of errors', () => {
  it('uses each code once', () => {
    // Aim: a code tells one thing.
    const codes = Object.values(ERRORS).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
