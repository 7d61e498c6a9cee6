import { type IndexChange, IndexUnavailable } from '../search-index.js';
import { type Connection, faultOf } from './connection.js';
import type { Names } from './names.js';
import { storedDocument } from './stored-document.js';

/** Maximum size of one request, unless a single document is larger. */
const BATCH_CHARACTERS = 8_000_000;
const CONFLICT = 409;
const NOT_FOUND = 404;

/** An alias to write to, and whether it may be missing. */
interface Target {
  alias: string;
  isOptional: boolean;
}

/**
 * Writes the changes, one per drive, to the index and to the one that a rebuild is filling. Each request writes to
 * both, so that a swap comes before both or after both: a write refused because the second alias is gone has reached
 * the new index through the first.
 */
export async function writeChanges(
  connection: Connection,
  names: Names,
  changes: readonly IndexChange[],
): Promise<void> {
  const isRebuilding = await connection.write((client, options) =>
    client.indices.existsAlias({ name: names.next }, options),
  );
  const next = { alias: names.next, isOptional: true };
  await writeTo(connection, [{ alias: names.live, isOptional: false }, ...(isRebuilding ? [next] : [])], changes);
}

/**
 * Writes whole documents that are newer than the stored ones. Only writes through aliases, so that no write ever
 * creates an index.
 */
export async function writeTo(
  connection: Connection,
  targets: readonly Target[],
  changes: readonly IndexChange[],
): Promise<void> {
  let lines: string[] = [];
  let characters = 0;
  const send = async () => {
    if (lines.length > 0) await sendBatch(connection, targets, lines);
    [lines, characters] = [[], 0];
  };
  for (const change of changes) {
    const document = JSON.stringify(storedDocument(change));
    for (const { alias } of targets) lines.push(actionOf(alias, change), document);
    characters += document.length * targets.length;
    if (characters >= BATCH_CHARACTERS) await send();
  }
  await send();
}

function actionOf(alias: string, { id, version }: IndexChange): string {
  return JSON.stringify({ index: { _index: alias, _id: id, version, version_type: 'external' } });
}

async function sendBatch(connection: Connection, targets: readonly Target[], operations: string[]): Promise<void> {
  const faults = await connection.write(async (client, options) => {
    const { items } = await client.bulk({ operations, require_alias: true }, options);
    return items.flatMap(({ index }, place) => {
      const { status, error, _id } = index!;
      const { isOptional } = targets[place % targets.length]!;
      const isFine = status < 300 || status === CONFLICT || (isOptional && status === NOT_FOUND);
      return isFine ? [] : [faultOf(status, `drive ${_id}: ${error?.type} ${error?.reason}`)];
    });
  });
  // If the engine was at fault, retries everything; the fault of a single drive then surfaces.
  const fault = faults.find((each) => each instanceof IndexUnavailable) ?? faults[0];
  if (fault) throw fault;
}
