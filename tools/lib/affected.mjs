// Finds the files and projects that a change affects, for `npm test -- --affected`.
import { execFileSync, spawnSync } from 'node:child_process';
import { environment, fail, nodeBinary, program, ROOT } from './setup.mjs';

const BASES = ['origin/main', 'main'];

function git(cwd, ...args) {
  const run = spawnSync('git', ['-c', `safe.directory=${cwd}`, ...args], { cwd, encoding: 'utf8' });
  return run.status === 0 ? run.stdout : null;
}

export const head = (cwd = ROOT) => git(cwd, 'rev-parse', 'HEAD')?.trim();

/**
 * Returns the commit at which the branch left its base: the given one, else origin's main branch, else the local one.
 */
export function findForkPoint(base, cwd = ROOT) {
  for (const name of base ? [base] : BASES) {
    const commit = git(cwd, 'merge-base', name, 'HEAD')?.trim();
    if (commit) return commit;
  }
  return undefined;
}

export function forkPoint(base, cwd = ROOT) {
  const missing = `No commit to compare with: pass --base=REF, a commit or branch (${base ?? BASES.join(', ')}).`;
  return findForkPoint(base, cwd) ?? fail(missing);
}

/** Returns files added or changed since that commit, including uncommitted and untracked ones. */
export function changedFiles(commit, cwd = ROOT) {
  const listings = [
    git(cwd, 'diff', '-z', '--name-only', '--diff-filter=d', commit),
    git(cwd, 'ls-files', '-z', '--others', '--exclude-standard'),
  ];
  return [...new Set(listings.flatMap((listing) => (listing ?? '').split('\0').filter(Boolean)))].sort();
}

/**
 * Returns the Nx projects that changed, and those that depend on them.
 * @param {string} since `--base=COMMIT`, which includes uncommitted work, or `--files=A,B`.
 */
export function affectedProjects(since) {
  const args = [program('nx'), 'show', 'projects', '--affected', since, '--json'];
  return JSON.parse(execFileSync(nodeBinary(), args, { cwd: ROOT, env: environment(), encoding: 'utf8' }));
}
