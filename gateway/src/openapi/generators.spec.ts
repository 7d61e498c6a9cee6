// Aim: generators of clients accept the document and generate every call, without a warning.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '@switchback/contracts/endpoints/all';
import { ROUTES } from '@switchback/contracts/routes';
import { openApiDocument } from './document.js';

const RUN_TIMEOUT_MS = 120_000;
/** Includes the folder of the programs that the pipeline installs, which need not be in PATH. */
const PATH = [process.env.PATH, join(homedir(), 'go', 'bin')].join(delimiter);

const folder = mkdtempSync(join(tmpdir(), 'switchback-generators-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'openapi.json');
writeFileSync(file, JSON.stringify(openApiDocument('Switchback', 'https://drives.example')));

function run(program: string, args: string[]) {
  return spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: RUN_TIMEOUT_MS,
    env: { ...process.env, PATH },
  });
}

/** Skips the test, with the reason in the title, if the program is not installed. */
function withProgram(name: string, test: () => void): void {
  if (run(name, ['--version']).status === 0) describe(name, test);
  else describe.skip(`${name} (skipped: it is not installed)`, test);
}

withProgram('openapi-python-client', () => {
  it('generates a client with every call', () => {
    // The generator knows no media types of files; it warns of each unless it is declared as bytes.
    const media = ENDPOINTS.flatMap(({ files = [] }) => files);
    const overrides = Object.fromEntries(media.map((type) => [type, 'application/octet-stream']));
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ content_type_overrides: overrides, post_hooks: [] }));
    const options = ['--path', file, '--config', config, '--output-path', 'python', '--meta', 'none'];
    const { status, stdout, stderr } = run('openapi-python-client', ['generate', ...options, '--fail-on-warning']);
    expect([status, stdout, stderr]).toEqual([0, expect.any(String), '']);
    const modules = readdirSync(join(folder, 'python/api'), { recursive: true, encoding: 'utf8' });
    expect(modules.filter((name) => /\/(?!__)\w+\.py$/.test(name))).toHaveLength(Object.keys(ROUTES).length);
  });
});

withProgram('openapi-typescript', () => {
  it('generates types of every call', () => {
    const { status, stdout, stderr } = run('openapi-typescript', [file, '--output', 'api.d.ts']);
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.not.stringMatching(/warn|error/i)]);
    const types = readFileSync(join(folder, 'api.d.ts'), 'utf8');
    const missing = Object.keys(ROUTES).filter((name) => !types.includes(`operations["${name}"]`));
    expect(missing).toEqual([]);
    expect(types.match(/ profile: number.*/g)).toEqual([' profile: number[][];']);
  });
});
