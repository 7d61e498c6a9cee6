// Aim: a recipe that names a file which has moved is found by whoever moves it, and no kind of change is without a recipe.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './lib/setup.mjs';

const KINDS = [
  ...['A field on cards', 'A filter of the search', 'An endpoint', 'An event consumer', 'A job', 'A router'],
  ...['A service', 'A screen'],
];
const recipes = readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8').split('\n## ').slice(1);

describe('the recipes', () => {
  it('are there for each kind of change', () => {
    expect(recipes.map((recipe) => recipe.split('\n')[0])).toEqual(KINDS);
  });

  it.each(recipes.map((recipe) => [recipe.split('\n')[0], recipe]))('%s: every file exists', (_kind, recipe) => {
    const paths = [...recipe.matchAll(/`([\w.-]+\/[\w./-]+\.\w+)`/g)].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
