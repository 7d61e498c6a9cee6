import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { nodeBinary } from './setup.mjs';

/** Describes the machine for a report. */
export function machine() {
  const [first] = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  const node = execFileSync(nodeBinary(), ['--version'], { encoding: 'utf8' }).trim();
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, ${process.platform}, Node ${node}`;
}
