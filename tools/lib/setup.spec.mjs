// Aim: a command that needs everything, such as `npm run service`, only adds to a checkout that a product runs from,
// and never removes a package or an output that it uses.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { npmArguments, productProjects, projectsToBuild } from './setup.mjs';

describe('the installation', () => {
  let folder;
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const npm = (args) => execFileSync('npm', [...args, '--offline'], { cwd: folder, stdio: 'pipe' });
  const write = (path, content) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  };

  it('adds the router and test packages without changing those of the product', () => {
    folder = mkdtempSync(join(tmpdir(), 'setup-'));
    const packages = {};
    const workspace = (path, manifest) => {
      write(`${path}/package.json`, (packages[path] = { version: '1.0.0', ...manifest }));
      if (path !== '.') packages[`node_modules/${manifest.name}`] = { resolved: path, link: true };
    };
    for (const name of ['product', 'valhalla', 'tests']) {
      write('package/package.json', { name, version: '1.0.0' });
      execFileSync('tar', ['-czf', `${name}-1.0.0.tgz`, 'package'], { cwd: folder });
      packages[`node_modules/${name}`] = { version: '1.0.0', resolved: `file:${name}-1.0.0.tgz` };
    }
    packages['node_modules/tests'].dev = true;
    const manifest = { name: 'checkout', version: '1.0.0', workspaces: ['all', 'web', 'router'] };
    workspace('.', { ...manifest, devDependencies: { tests: 'file:tests-1.0.0.tgz' } });
    workspace('all', { name: '@switchback/all', dependencies: { product: 'file:../product-1.0.0.tgz' } });
    workspace('web', { name: '@switchback/web' });
    workspace('router', { name: '@switchback/router', dependencies: { valhalla: 'file:../valhalla-1.0.0.tgz' } });
    const { '.': root, ...others } = packages;
    const content = { name: 'checkout', version: '1.0.0', lockfileVersion: 3, requires: true };
    write('package-lock.json', { ...content, packages: { '': root, ...others } });
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
    const installed = () =>
      ['product', 'valhalla', 'tests'].filter((name) => existsSync(join(folder, 'node_modules', name)));

    npm(npmArguments('product', undefined));
    expect(installed()).toEqual(['product']);
    writeFileSync(join(folder, 'node_modules/product/in-use'), '');
    npm(npmArguments('productAndRouter', 'product'));
    expect(installed()).toEqual(['product', 'valhalla']);
    npm(npmArguments('everything', 'productAndRouter'));
    expect(installed()).toEqual(['product', 'valhalla', 'tests']);
    expect(existsSync(join(folder, 'node_modules/product/in-use'))).toBe(true);
    expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(lock);
  });
});

describe('the build', () => {
  it('adds the projects of tests and images without rebuilding the product', () => {
    const added = projectsToBuild('everything', 'product');
    expect(added.sort()).toEqual(['@switchback/image', '@switchback/testing']);
    expect(projectsToBuild('everything', 'product', ['@switchback/platform'])).toEqual([]);
  });

  it('builds all projects if the sources changed, and none otherwise', () => {
    expect(projectsToBuild('everything', undefined)).toEqual(
      expect.arrayContaining([...productProjects(), '@switchback/image']),
    );
    expect(projectsToBuild('product', undefined)).toEqual(productProjects());
    for (const scope of ['product', 'everything']) expect(projectsToBuild(scope, 'everything')).toEqual([]);
    expect(projectsToBuild('product', 'product')).toEqual([]);
  });
});
