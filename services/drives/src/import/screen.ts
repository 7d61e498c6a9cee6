import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { ImportCounts } from './run-import.js';

/** Drives between two progress lines if there is no terminal for a progress bar. */
const PLAIN_PROGRESS_DRIVES = 10_000;

export type ImportOutput = NodeJS.WritableStream & { isTTY?: boolean };

/** Output of an import. */
export interface Screen {
  /** Starts a new file; `size` and the result of `bytesRead` are bytes. */
  follow(bytesRead: () => number, size: number): void;
  line(text: string): void;
  progress(counts: ImportCounts): void;
  /** Restores the terminal. */
  stop(): void;
}

export function plainScreen(output: ImportOutput): Screen {
  let told = 0;
  return {
    follow: () => undefined,
    line: (text) => output.write(`${text}\n`),
    progress: (counts) => {
      const steps = Math.floor(totalOf(counts) / PLAIN_PROGRESS_DRIVES);
      if (steps > told) output.write(`${(steps * PLAIN_PROGRESS_DRIVES).toLocaleString('en-US')} read\n`);
      told = steps;
    },
    stop: () => undefined,
  };
}

export function barScreen(output: ImportOutput): Screen {
  const format = '{bar} {percentage}% | {read} read | {eta_formatted} left';
  const bars = new MultiBar(
    { stream: output, format, hideCursor: true, fps: 5, gracefulExit: false },
    Presets.shades_classic,
  );
  let bar: SingleBar | undefined;
  let bytesRead = () => 0;
  return {
    follow: (fileBytesRead, size) => {
      bytesRead = fileBytesRead;
      if (bar) bars.remove(bar);
      bar = bars.create(size, 0, { read: 0 });
    },
    line: (text) => bars.log(`${text}\n`),
    progress: (counts) => bar?.update(bytesRead(), { read: totalOf(counts).toLocaleString('en-US') }),
    stop: () => {
      // Lines are buffered until the next redraw; stopping alone would drop the last ones.
      bars.update();
      bars.stop();
    },
  };
}

function totalOf(counts: ImportCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
