import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { DriveImports } from './drive-imports.js';
import { readFeatures } from '@switchback/tracks/files/read-features';
import { type ImportCounts, type ImportListener, type ImportRun, noCounts, runImport } from './run-import.js';
import { barScreen, type ImportOutput, plainScreen, type Screen } from './screen.js';

const USAGE = `Usage: npm run import -- [--dry-run] [--strict] FILE...

Imports drives from GeoJSON (a FeatureCollection or newline-delimited), GPX, KML, KMZ, TCX, FIT or ITN, also zipped, as
public official drives.

  --dry-run  reports what it would do and changes nothing
  --strict   exits with 1 if a feature was refused or a file left out
`;
/** Conventional exit code of a program ended by Ctrl-C. */
const EXIT_STOPPED = 130;

interface Dependencies {
  service: Pick<DriveImports, 'importDrives' | 'previewImport'>;
  output: ImportOutput;
  /** Ends the import after the features read so far; the next run resumes from there. */
  stop?: AbortSignal;
}

/**
 * Runs the `import` command.
 * @returns the exit code: 0 if any drive was imported or unchanged; 1 if none was or, with `--strict`, if any was
 * refused; 2 for invalid arguments; 130 if it was stopped.
 */
export async function importCommand(argv: string[], { service, output, stop }: Dependencies): Promise<number> {
  const options = parse(argv);
  if (options === undefined) {
    output.write(USAGE);
    return 2;
  }
  const screen = output.isTTY ? barScreen(output) : plainScreen(output);
  const run = {
    service,
    dryRun: options.dryRun,
    ...(stop && { stop }),
    seen: new Map<string, string>(),
    counts: noCounts(),
  };
  try {
    for (const file of options.files) if (!stop?.aborted) await importFile(file, run, screen);
  } finally {
    screen.stop();
  }
  output.write(`${describe(run.counts, options.dryRun)}\n`);
  if (stop?.aborted) {
    output.write('Stopped before the end. Import the same files again to continue.\n');
    return EXIT_STOPPED;
  }
  const found = run.counts.created + run.counts.updated + run.counts.unchanged;
  return found === 0 || (options.strict && run.counts.refused > 0) ? 1 : 0;
}

function parse(argv: string[]): { files: string[]; dryRun: boolean; strict: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, strict: { type: 'boolean', default: false } },
    });
    if (positionals.length === 0) return undefined;
    return { files: positionals, dryRun: values['dry-run'], strict: values.strict };
  } catch {
    return undefined;
  }
}

async function importFile(file: string, run: Omit<ImportRun, 'listener'>, screen: Screen): Promise<void> {
  const name = basename(file);
  const size = await stat(file).then(
    (stats) => (stats.isFile() ? stats.size : undefined),
    () => undefined,
  );
  if (size === undefined) {
    run.counts.refused += 1;
    screen.line(`${name}: refused. The file cannot be read.`);
    return;
  }
  const stream = createReadStream(file);
  screen.follow(() => stream.bytesRead, size);
  await runImport(readFeatures(stream, name), name, { ...run, listener: listenFor(name, screen) });
}

function listenFor(file: string, screen: Screen): ImportListener {
  return {
    refused: (line, reason) => screen.line(`${file}, line ${line}: refused. ${reason}`),
    note: (line, note) => screen.line(`${file}, line ${line}: ${note}`),
    progress: (counts) => screen.progress(counts),
  };
}

function describe({ created, updated, unchanged, refused }: ImportCounts, dryRun: boolean): string {
  const number = (count: number) => count.toLocaleString('en-US');
  const parts = [`${number(created)} new`, `${number(updated)} changed`, `${number(unchanged)} unchanged`];
  return `${dryRun ? 'Would be imported' : 'Imported'}: ${parts.join(', ')}. Refused: ${number(refused)}.`;
}
