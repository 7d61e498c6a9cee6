// npm run tidy: conventions that people forget and no linter checks. Prints each breach as file:line and exits with 1.
import { execFileSync } from 'node:child_process';
import fs, { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './lib/setup.mjs';
import { countPhrases } from './lib/wording.mjs';

const CODE = /\.(ts|tsx|mjs)$/;
const GENERATED = /^(proto\/gen\/|package-lock\.json$)/;
const MAX_LINES = 400;
const MAX_BYTES = 1_000_000;

/** Patterns that no line may match. Words are split here so that this file passes its own check. */
const FORBIDDEN_LINES = [
  {
    pattern: new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`),
    why: 'unfinished work',
    in: CODE,
  },
  {
    pattern: new RegExp('eslint-' + 'disable|@ts-' + '(ignore|nocheck|expect-error)'),
    why: 'a disabled rule',
    in: CODE,
  },
  { pattern: /\b(it|test|describe)\.only\(/, why: 'a test that skips all other tests', in: CODE },
  {
    pattern: /^\s*\/\/\s*(const|let|import|export|if|for|return|await)\b.*[;{]\s*$/,
    why: 'commented-out code',
    in: CODE,
  },
  { pattern: /^\s*(debugger|console\.log\()/, why: 'debugging output', in: CODE },
  { pattern: new RegExp('/(wo' + 'rk|home|fa' + 'rm)/[a-z]'), why: 'a path of one machine', in: /./ },
  { pattern: /^(<{7}|>{7}|={7})( |$)/, why: 'an unresolved merge', in: /./ },
  { pattern: /^export \* from/, why: 'a barrel', in: CODE },
];

/** A fixed sleep in a test fails on a slow machine. */
const SLEEP_IN_TEST = /setTimeout\(\s*(resolve|r|done)\b|waitForTimeout\(/;

const PROSE = /\.(ts|tsx|mjs|css|md)$/;
/** Their texts come from elsewhere: measurements, and the spec. */
const NOT_OUR_PROSE = /^(docs\/(benchmarks|faults)\/|web\/src\/texts\/)/;

const breaches = [];
const proseFiles = [];
const files = (existsSync(join(ROOT, '.git')) ? filesOfGit() : filesOfCopy()).filter((file) => !GENERATED.test(file));

for (const file of files) {
  let bytes;
  try {
    bytes = readFileSync(`${ROOT}/${file}`);
  } catch {
    continue; // deleted but not yet committed
  }
  if (bytes.length > MAX_BYTES) breaches.push(`${file}: over ${MAX_BYTES} bytes`);
  if (bytes.includes(0)) continue;
  const text = bytes.toString('utf8');
  if (PROSE.test(file) && !NOT_OUR_PROSE.test(file)) proseFiles.push([file, text]);
  const lines = text.split('\n');
  if (CODE.test(file) && lines.length > MAX_LINES + 1)
    breaches.push(`${file}: ${lines.length} lines, more than ${MAX_LINES}`);
  if (/(^|\/)index\.tsx?$/.test(file)) breaches.push(`${file}: an index file is a barrel; name it after its content`);
  if (/\.spec\.(ts|tsx|mjs)$/.test(file) && !/aim:/i.test(text))
    breaches.push(`${file}: a spec must begin with its aim`);
  for (const [index, line] of lines.entries()) {
    for (const rule of FORBIDDEN_LINES)
      if (rule.in.test(file) && rule.pattern.test(line)) breaches.push(`${file}:${index + 1}: ${rule.why}`);
    if (/\.spec\.(ts|tsx)$/.test(file) && SLEEP_IN_TEST.test(line))
      breaches.push(`${file}:${index + 1}: a fixed sleep; wait for the condition`);
  }
}

/** Decisions are cited by number, so numbers must be unique. */
const decisions = files.filter((file) => file.startsWith('docs/adr/')).map((file) => file.slice('docs/adr/'.length));
for (const [index, file] of decisions.entries()) {
  const twin = decisions.find((other, at) => at < index && other.slice(0, 4) === file.slice(0, 4));
  if (twin) breaches.push(`docs/adr/${file}: has the same number as ${twin}`);
}

/** Words in backticks with a slash; renamed files must be renamed there, too. */
const recipes = 'docs/recipes.md';
for (const [, path = ''] of readFileSync(join(ROOT, recipes), 'utf8').matchAll(/`([\w.-]+\/[\w./-]*)`/g))
  if (!existsSync(join(ROOT, path))) breaches.push(`${recipes}: ${path} does not exist`);

for (const { name, count, max } of countPhrases(proseFiles)) {
  process.stdout.write(`wording: ${name}: ${count}, at most ${max}\n`);
  if (count > max) breaches.push(`wording: ${name}: ${count}, more than ${max}; docs/glossary.md lists the terms`);
}

for (const breach of breaches) process.stdout.write(`${breach}\n`);
process.stdout.write(`tidy: ${files.length} files, ${breaches.length} breaches\n`);
process.exitCode = breaches.length === 0 ? 0 : 1;

/** Works even if another account owns the checkout. */
function filesOfGit() {
  const list = ['-c', `safe.directory=${ROOT}`, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
}

/** For sources without git history, such as an archive. */
function filesOfCopy() {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n').filter(Boolean);
  const [rooted, anywhere] = [ignored.filter((line) => /\/./.test(line)), ignored.filter((line) => !/\/./.test(line))];
  const exclude = [...rooted, ...anywhere.map((line) => `**/${line}`)].map((line) => line.replace(/\/$/, ''));
  // Accessed here rather than imported: a Node without it can still check a checkout.
  return fs
    .globSync('**/*', { cwd: ROOT, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}
