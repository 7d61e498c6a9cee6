// Aim: `npm test -- --affected` runs only what a change affects, committed or not.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { affectedProjects, changedFiles, forkPoint } from './affected.mjs';
import { affectedSteps } from './test-steps.mjs';

describe('the files of a change', () => {
  let tree;
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: tree });
  const write = (name, text) => writeFileSync(join(tree, name), text);
  const commit = (...names) => {
    for (const name of names) write(name, 'committed');
    git('add', '.');
    git('commit', '--quiet', '--message', 'change');
  };

  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), 'affected-'));
    git('init', '--quiet', '--initial-branch=main');
    commit('same', 'edited', 'deleted');
    git('switch', '--quiet', '--create', 'topic');
  });
  afterEach(() => rmSync(tree, { recursive: true, force: true }));

  it('are those committed on the branch, edited or untracked', () => {
    commit('committed here');
    git('switch', '--quiet', 'main');
    commit('committed on main');
    git('switch', '--quiet', 'topic');
    write('edited', 'anew');
    write('new', '');
    rmSync(join(tree, 'deleted'));
    expect(changedFiles(forkPoint(undefined, tree), tree)).toEqual(['committed here', 'edited', 'new']);
  });

  it('count from the given base', () => {
    commit('first');
    git('tag', 'seen');
    commit('second');
    expect(changedFiles(forkPoint('seen', tree), tree)).toEqual(['second']);
  });
});

describe('the steps of a change', () => {
  const stepsOf = async (projects, files = []) => {
    const steps = await affectedSteps({ projects, files, report: (name) => name });
    return new Map(steps.map(({ name, args }) => [name, args.join(' ')]));
  };

  it('of one service are that service and the programs that contain it', async () => {
    const projects = affectedProjects('--files=services/users/src/users.rpc.ts');
    // The tools build the programs.
    const affected = [...['all', 'image', 'users'].map((name) => `@switchback/${name}`), 'tools'];
    expect(projects.sort()).toEqual(affected);
    const steps = await stepsOf(projects, ['services/users/src/users.rpc.ts']);
    expect(steps.get('unit')).toMatch(/--outputFile=unit services\/all\/ services\/users\/ tools\/$/);
    expect(steps.get('lint')).toContain(`--projects=${affected.join()}`);
    expect(steps.get('format')).toMatch(/ services\/users\/src\/users\.rpc\.ts$/);
    expect(steps.has('web')).toBe(false);
  });

  it('check the tools themselves unless only sources changed', async () => {
    const unitOf = async (...files) => (await stepsOf([], files)).get('unit');
    expect(await unitOf('services/users/src/users.rpc.ts')).toContain('/tools/boundaries');
    for (const file of ['tools/tidy.mjs', 'package.json', 'services/users/service.json', 'tools/src/new.mjs'])
      expect(await unitOf('services/users/src/users.rpc.ts', file)).not.toContain('/tools/boundaries');
  });

  it('of the web app are its own tests, in the browser too', async () => {
    const steps = await stepsOf(['@switchback/web']);
    expect([...steps.keys()]).toEqual(expect.arrayContaining(['types', 'typed-lint', 'lint', 'unit', 'web', 'map']));
    expect(steps.get('unit')).toMatch(/--outputFile=unit tools\/ web\/$/);
  });

  it('of a documentation page affect no project', async () => {
    expect(affectedProjects('--files=docs/backup.md')).toEqual([]);
    const steps = await stepsOf([], ['docs/backup.md']);
    expect([...steps.keys()]).toEqual(['types', 'typed-lint', 'format', 'boundaries', 'tidy', 'generated', 'unit']);
  });

  it('start no engine and no product', async () => {
    const steps = await stepsOf(affectedProjects('--files=package-lock.json,libs/platform/src/clock.ts'));
    for (const name of ['e2e', 'split', 'faults', 'deploy']) expect(steps.has(name)).toBe(false);
    expect(steps.get('unit')).toMatch(/ gateway\/ .*libs\/platform\/ .*services\/auth\/ .*services\/users\/ /);
  });
});
