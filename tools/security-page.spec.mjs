// Aim: the security page names only files that exist, covers every requirement of ASVS 5.0, and gives the status of
// each.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
/** Number of requirements of levels 1 and 2 of ASVS 5.0.0, by chapter from V1. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const STATES = ['held', 'not held', 'n/a'];

const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, ids = '', requirement = '', state = '', how = '']) => ({ ids: ids.split(', '), requirement, state, how }));

/** Words in backticks that look like a path: with a slash or a file extension. */
function pathsIn(words) {
  return [...words.matchAll(/`([\w.@-][\w./@-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') || /\.(ts|tsx|mjs|md|json|ya?ml)$|^Dockerfile$|^\.\w+ignore$/.test(path));
}

describe('docs/security.md', () => {
  it('names paths that exist', () => {
    const paths = [...new Set(pathsIn(text))];
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('has each requirement once', () => {
    const ids = rows.flatMap((row) => row.ids);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(REQUIREMENTS.map((_, chapter) => ids.filter((id) => id.startsWith(`${chapter + 1}.`)).length)).toEqual(
      REQUIREMENTS,
    );
  });

  it('gives the status of each requirement, and the place where it is met', () => {
    const wrong = rows.filter(
      ({ requirement, state, how }) => !STATES.includes(state) || requirement === '' || how === '',
    );
    expect(wrong).toEqual([]);
    expect(rows.filter(({ state, how }) => state === 'held' && !/`|there (are|is) none|no CORS/.test(how))).toEqual([]);
  });
});
