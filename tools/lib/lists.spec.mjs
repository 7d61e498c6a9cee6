// Aim: a new file of a folder that a list is made from joins the list, or the pipeline fails; none is left out in silence.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readDescriptions } from '../deploy/descriptions.mjs';
import { listTexts } from './lists.mjs';
import { ROOT } from './setup.mjs';

const texts = listTexts(readDescriptions());

describe('the lists made from folders', () => {
  it('are fresh', () => {
    const stale = Object.keys(texts).filter((path) => readFileSync(join(ROOT, path), 'utf8') !== texts[path]);
    expect(stale).toEqual([]);
  });

  it('run the migrations of a schema in order of their timestamps', () => {
    for (const [path, text] of Object.entries(texts).filter(([path]) => path.endsWith('/migrations/all.ts'))) {
      const times = [...text.matchAll(/^ {2}\w+?(\d{13}),$/gm)].map(([, time]) => Number(time));
      expect([path, times]).toEqual([path, times.toSorted((one, other) => one - other)]);
      const files = [...text.matchAll(/^import \{ \w+?(\d{13}) \} from '\.\/(\d{13})-/gm)];
      expect([path, files.map(([, name]) => name)]).toEqual([path, files.map(([, , file]) => file)]);
      expect(times.length).toBe(files.length);
    }
  });

  it('contain every class that consumes events', () => {
    const files = globSync('services/*/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.spec.ts'] });
    const consuming = files.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('@OnEvents('));
    expect(consuming.length).toBeGreaterThan(10);
    const isListed = (path) => {
      const [, folder, file] = /^(.*)\/([^/]+)\.ts$/.exec(path);
      return Boolean(texts[`${folder}/all.ts`]?.includes(`from './${file}.js'`));
    };
    expect(consuming.filter((path) => !isListed(path))).toEqual([]);
  });
});
