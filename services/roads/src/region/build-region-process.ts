// Builds the archive of a region and sends its progress and result to the parent process; ends with its parent.
// Arguments: the extract, the files to write (archive, roads and stops), and the source that the archive names.
import { constants, setPriority } from 'node:os';
import { buildRegion } from './build-region.js';
import { ExtractError } from './extract/extract-error.js';
import type { RegionMessage } from './region-messages.js';

/** Messages about progress, at most. */
const STEPS = 100;

const [pbf = '', archive = '', roads = '', stops = '', source = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(1));
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let sent = -1;
function report(share: number): void {
  const step = Math.floor(share * STEPS);
  if (step <= sent) return;
  sent = step;
  send({ kind: 'progress', share: step / STEPS });
}

function send(message: RegionMessage, then: () => void = () => undefined): void {
  process.send?.(message, then);
}

try {
  const region = buildRegion({ pbf, archive, roads, stops, source }, report);
  send({ kind: 'built', region }, () => process.disconnect());
} catch (error) {
  const reason = error instanceof ExtractError ? error.message : `The build failed: ${String(error)}.`;
  send({ kind: 'failed', reason }, () => process.disconnect());
}
