// Aim: the image starts only what its argument names, in the process that receives the signals; its health check is
// accurate; and it is built with the versions that the tests use.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nodeBinary, ROOT } from '../lib/setup.mjs';

const PROGRAM =
  'process.stdout.write(JSON.stringify([import.meta.url.split("/").slice(-3), process.argv.slice(2)]));\n';
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

let image;
beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'switchback image '));
  const isWritten = (path) => !path.endsWith(join('image', 'dist'));
  cpSync(join(ROOT, 'deploy/image'), join(image, 'deploy/image'), { recursive: true, filter: isWritten });
  writeFileSync(join(image, 'package.json'), '{ "type": "module" }');
  const programs = ['services/all/dist/main.js', 'deploy/image/dist/gateway.js', 'deploy/image/dist/drives.js'];
  for (const path of [...programs, 'services/all/dist/commands/migrate.js']) {
    mkdirSync(dirname(join(image, path)), { recursive: true });
    writeFileSync(join(image, path), PROGRAM);
  }
});
afterAll(() => rmSync(image, { recursive: true }));

function run(script, args = [], environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(nodeBinary(), [join(image, 'deploy/image', script), ...args], {
      env: { ...process.env, ...environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code, output }));
  });
}

describe('the image', () => {
  it.each([
    [[], ['all', 'dist', 'main.js'], []],
    [['gateway'], ['image', 'dist', 'gateway.js'], []],
    [['drives', '--x'], ['image', 'dist', 'drives.js'], ['--x']],
    [
      ['migrate', 'a', 'b'],
      ['dist', 'commands', 'migrate.js'],
      ['a', 'b'],
    ],
  ])('started with %j runs %j', async (args, program, passedOn) => {
    const { code, output } = await run('start.mjs', args);
    expect([code, JSON.parse(output)]).toEqual([0, [program, passedOn]]);
  });

  it.each(['nonsense', '../all', 'all/dist/main'])('rejects %s and lists the valid names', async (name) => {
    expect(await run('start.mjs', [name])).toEqual({
      code: 2,
      output: `Unknown process or command "${name}"; available: all, drives, gateway, migrate.\n`,
    });
  });

  it('is healthy only while its process reports that it is ready', async () => {
    let status = 200;
    const asked = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = { MANAGEMENT_PORT: String(server.address().port) };
    expect((await run('health.mjs', [], port)).code).toBe(0);
    status = 503;
    expect((await run('health.mjs', [], port)).code).toBe(1);
    await new Promise((resolve) => server.close(resolve));
    expect((await run('health.mjs', [], port)).code).toBe(1);
    expect(new Set(asked)).toEqual(new Set(['/api/health/ready']));
  });

  it('runs on the Node that the workspace installs', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const [, version] = /^FROM node:([\d.]+)-/m.exec(read('Dockerfile'));
    expect(Object.values(optionalDependencies)).toEqual([version, version]);
  });

  it('is built from every workspace, without build output or secrets', () => {
    const lines = read('.dockerignore').split('\n');
    const given = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(lines.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
    for (const workspace of JSON.parse(read('package.json')).workspaces) {
      const [top] = workspace.split('/');
      expect([workspace, given.some((path) => [workspace, top, `${workspace}/package.json`].includes(path))]).toEqual([
        workspace,
        true,
      ]);
    }
    expect(lines).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '**/.data*']));
    expect(given.filter((path) => path.includes('.env') || path === '.git')).toEqual([]);
  });

  it('runs without root and without capabilities', () => {
    const [, last] = read('Dockerfile').split(/^FROM node AS base$/m);
    expect(last.match(/^FROM base AS \w+$/gm)).toEqual(['FROM base AS processes', 'FROM base AS image']);
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    const words = ['node', ...JSON.parse(read('deploy/image/node-flags.json')), 'deploy/image/start.mjs'];
    for (const [name, value] of Object.entries(JSON.parse(read('deploy/image/node-environment.json'))))
      expect(last).toContain(` ${name}=${value}`);
    expect(last).toContain(`\nENTRYPOINT [${words.map((word) => `"${word}"`).join(', ')}]\n`);
  });
});
