// Aim: a command that needs everything, as `npm run service` does, adds to the checkout a product runs from and never takes
// a package or an output away under it.
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

  it('adds packages of tests without touching those of the product', () => {
    folder = mkdtempSync(join(tmpdir(), 'setup-'));
    for (const name of ['product', 'tests']) {
      write('package/package.json', { name, version: '1.0.0' });
      execFileSync('tar', ['-czf', `${name}-1.0.0.tgz`, 'package'], { cwd: folder });
    }
    const manifest = {
      ...{ name: 'checkout', version: '1.0.0' },
      ...{ dependencies: { product: 'file:product-1.0.0.tgz' }, devDependencies: { tests: 'file:tests-1.0.0.tgz' } },
    };
    const packages = {
      '': manifest,
      'node_modules/product': { version: '1.0.0', resolved: 'file:product-1.0.0.tgz' },
      'node_modules/tests': { version: '1.0.0', resolved: 'file:tests-1.0.0.tgz', dev: true },
    };
    write('package.json', manifest);
    write('package-lock.json', { ...manifest, lockfileVersion: 3, requires: true, packages });
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');

    npm(npmArguments('product', undefined));
    expect(existsSync(join(folder, 'node_modules/tests'))).toBe(false);
    writeFileSync(join(folder, 'node_modules/product/in-use'), '');
    npm(npmArguments('everything', 'product'));
    expect(existsSync(join(folder, 'node_modules/tests/package.json'))).toBe(true);
    expect(existsSync(join(folder, 'node_modules/product/in-use'))).toBe(true);
    expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(lock);
  });
});

describe('the build', () => {
  it('adds the projects of tests and images without building the product again', () => {
    const added = projectsToBuild('everything', 'product');
    expect(added.sort()).toEqual(['@switchback/image', '@switchback/testing']);
    expect(projectsToBuild('everything', 'product', ['@switchback/platform'])).toEqual([]);
  });

  it('builds all of them if the sources are new, and none if they are not', () => {
    expect(projectsToBuild('everything', undefined)).toEqual(
      expect.arrayContaining([...productProjects(), '@switchback/image']),
    );
    expect(projectsToBuild('product', undefined)).toEqual(productProjects());
    for (const scope of ['product', 'everything']) expect(projectsToBuild(scope, 'everything')).toEqual([]);
    expect(projectsToBuild('product', 'product')).toEqual([]);
  });
});
