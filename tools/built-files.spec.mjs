// Aim: `npm start` on a fresh clone compiles after `npm ci --omit=dev`, so the product contains no test files and imports no
// devDependencies. Reads the compiler's file lists without building.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { productProjects, ROOT } from './lib/setup.mjs';

const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const { packages } = read('package-lock.json');
const product = new Set(productProjects());
const projects = globSync('{libs/*,services/*,gateway,proto}/package.json', { cwd: ROOT })
  .filter((manifest) => product.has(read(manifest).name))
  .map(dirname)
  .sort();
/** Suffixes and folders that mark tests. */
const TEST_FILE = /\.(spec|conformance|suite|fixture|table)\.tsx?$|\/src\/testing\//;

/** Returns the compiler's options and file list for a project's `dist`. */
function builtFiles(project) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expect(messageText).toBe('') };
  return ts.getParsedCommandLineOfConfigFile(join(ROOT, project, 'tsconfig.build.json'), {}, host);
}

/** Returns why an import fails after `npm ci --omit=dev`, or undefined if it compiles. */
function faultOf(specifier, file, { built, options, cache }) {
  if (specifier.startsWith('node:')) return undefined;
  const { resolvedModule } = ts.resolveModuleName(
    specifier,
    file,
    options,
    ts.sys,
    cache,
    undefined,
    ts.ModuleKind.ESNext,
  );
  const target = resolvedModule?.resolvedFileName;
  if (specifier.startsWith('.'))
    return built.has(target) || target?.endsWith('.json') ? undefined : 'is not among the built files';
  if (!target) return 'cannot be found';
  const [, folder] = relative(ROOT, target).match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+|proto|gateway|\w+\/\w+)\//);
  // Builds read no types, and type-only packages are never imported at run time.
  const { dev, devOptional } = packages[folder.replace('@types/', '')] ?? {};
  const isOfProduct = folder.includes('node_modules/') ? !(dev || devOptional) : projects.includes(folder);
  return isOfProduct ? undefined : `is of ${folder}, which is no part of the product`;
}

function faultsOf(project) {
  const { fileNames, options } = builtFiles(project);
  const context = {
    built: new Set(fileNames),
    options: { ...options, customConditions: ['@switchback/source'] },
    cache: ts.createModuleResolutionCache(ROOT, (name) => name),
  };
  return fileNames.flatMap((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
    const name = relative(ROOT, file);
    const faults = importedFiles
      .map(({ fileName }) => [fileName, faultOf(fileName, file, context)])
      .filter(([, fault]) => fault)
      .map(([imported, fault]) => `${name}: ${imported} ${fault}`);
    return TEST_FILE.test(name) ? [`${name} is a test`, ...faults] : faults;
  });
}

describe('the build output of the product', () => {
  it.each(projects)('%s: no tests, no devDependencies', (project) => {
    expect(builtFiles(project).fileNames.length).toBeGreaterThan(10);
    expect(faultsOf(project)).toEqual([]);
  });

  it('comes from one list, which the build cache shares', () => {
    // Aim: a project with its own list could let test files in, and a cache that hashes another list would return stale
    // outputs.
    const excluded = ts.readConfigFile(join(ROOT, 'tsconfig.build.json'), ts.sys.readFile).config.exclude;
    for (const path of globSync('{libs/*,services/*,gateway,proto}/tsconfig.build.json', { cwd: ROOT })) {
      const shared = join(relative(join(ROOT, dirname(path)), ROOT), 'tsconfig.build.json');
      const { extends: bases, exclude } = read(path);
      expect({ path, bases, exclude }).toEqual({ path, bases: ['./tsconfig.json', shared] });
    }
    expect(read('nx.json').namedInputs.production.slice(1)).toEqual(
      excluded.map((pattern) => pattern.replace('${configDir}', '!{projectRoot}')),
    );
  });
});
