// Aim: `docs/api.md` has a line for every call, and the line changes with the method, the path, the access or the answer.
import { expect, it } from '@jest/globals';
import { ROUTES } from '@switchback/contracts/routes';
import { apiPage } from './api-page.js';

const rows = apiPage()
  .split('\n')
  .filter((line) => /^\| (GET|POST|PUT|DELETE) /.test(line));

it('has one line per call', () => {
  const calls = rows.map((row) => row.split('|').slice(1, 3).join('').trim().replace(/\s+/g, ' '));
  expect(calls).toEqual(Object.values(ROUTES).map(({ method, path }) => `${method} \`${path}\``));
});

it.each([
  ['a named schema', '| GET | `/api/drives/popular` | anyone | `{ drives: DriveSummary[] }` |'],
  [
    'a schema with optional fields',
    '| POST | `/api/drives/search/autocomplete` | anyone | `{ results: DriveSuggestion[], hint?: string }` |',
  ],
  [
    'a field that may be null',
    '| POST | `/api/drives/drive/{id}/secret-link` | member | `{ link: SecretLink or null }` |',
  ],
  ['a created object', '| PUT | `/api/drives/drive/{id}/reviews/review` | member | 201: `{ review: Review }` |'],
  ['a file', '| GET | `/api/users/user/{id}/export` | owner | a file: application/zip |'],
])('shows %s', (_, row) => {
  expect(rows).toContain(row);
});
