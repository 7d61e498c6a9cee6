// Aim: `npm test` is a part of the full run, and a full run repeats no journey in both topologies and omits none.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './setup.mjs';
import { SLOW_SPECS } from './slow-specs.mjs';
import { stepsOf } from './test-steps.mjs';

const report = (name) => name;
const namesOf = (form) => stepsOf({ report, form }).map(({ name }) => name);
const stepOf = (name) => stepsOf({ report }).find((step) => step.name === name);
const files = globSync('{api,web}/*.spec.ts', { cwd: join(ROOT, 'e2e') });

/** Whether the step runs a journey, by its path and tags. */
function runs(name, journey) {
  const { args } = stepOf(name);
  const valueOf = (flag) => (args.includes(flag) ? new RegExp(args[args.indexOf(flag) + 1]) : undefined);
  return valueOf('--grep').test(journey) && !valueOf('--grep-invert')?.test(journey);
}

describe('the steps of a run', () => {
  it('are in a full run all of the short one, with more journeys instead of its core', () => {
    const missing = namesOf('short').filter((name) => !namesOf('full').includes(name));
    expect(missing).toEqual(['core']);
    expect(namesOf('full')).toEqual(
      expect.arrayContaining(['e2e', 'split', 'faults', 'previous', 'deploy', 'compose']),
    );
    expect(namesOf(undefined)).toEqual(expect.arrayContaining([...namesOf('full'), 'core']));
  });

  it('run slow specs only in a full run', () => {
    const argsOf = (form) =>
      stepsOf({ report, form })
        .find(({ name }) => name === 'unit')
        .args.join(' ');
    expect(
      [argsOf('short'), argsOf('full'), argsOf(undefined)].map((args) => args.includes('postgres-guardian')),
    ).toEqual([true, false, false]);
  });

  it('name slow specs that exist, so that one that moves does not join the short run', () => {
    expect(SLOW_SPECS.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('the journeys', () => {
  it.each(files)('of %s run in one topology, and in two if they are tagged so', (file) => {
    expect([runs('e2e', file), runs('split', file)].filter(Boolean)).toHaveLength(1);
    expect([runs('e2e', `${file} @single`), runs('split', `${file} @single`)]).toEqual([true, false]);
    const isInOne = file.includes('one-process');
    expect([runs('e2e', `${file} @both`), runs('split', `${file} @both`)]).toEqual([true, !isInOne]);
  });

  it('of every run are those of the core, and those over HTTP that start no product', () => {
    const core = files.filter((file) => runs('core', file));
    expect(core).toContain('api/canary.spec.ts');
    const starts = (file) => /startProduct|runProgram\(/.test(readFileSync(join(ROOT, 'e2e', file), 'utf8'));
    expect(core.filter((file) => file.startsWith('web/') || starts(file))).toEqual([]);
    expect(runs('core', 'web/billing.spec.ts @core')).toBe(true);
  });
});
