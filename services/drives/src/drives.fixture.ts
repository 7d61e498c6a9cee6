import { PassThrough } from 'node:stream';
import { systemClock } from '@switchback/platform/clock';
import { drivesTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { Places } from '@switchback/platform/places/places';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { outboxOfTopic } from '@switchback/testing/outbox';
import type { DataSource } from 'typeorm';
import type { ImportedDrive } from './content/drive-content.js';
import { Drive } from './drive/drive.entity.js';
import { connectDrives, createDriveImports } from './schema.js';
import { DrivesQueries } from './queries/drives.queries.js';
import type { DriveImports } from './import/drive-imports.js';
import { normalizeFeature } from '@switchback/tracks/features/normalize-feature';

/** Returns a call of a person. */
export function callOf(caller: Caller | null): Call {
  return { requestId: 'spec', caller };
}

/** The drives service on a real database, with a made-up map. */
export interface OpenedDrives {
  roads: FakeRoads;
  source: DataSource;
  service: DriveImports;
  queries: DrivesQueries;
  close(): Promise<void>;
}

/** @param url a database of the spec's own; @param places made up or real. */
export async function openDrives(url: string, places: Places): Promise<OpenedDrives> {
  const source = await connectDrives({ url });
  const roads = new FakeRoads();
  const service = createDriveImports(source, { places, clock: systemClock, ids: randomIds, roads: async () => roads });
  // A clock that always advances, so that statistics are never cached.
  let nowMs = 0;
  const queries = new DrivesQueries(source.getRepository(Drive), { monotonicMs: () => (nowMs += 1_000) });
  return { roads, source, service, queries, close: () => source.destroy() };
}

interface FeatureDraft {
  id?: string;
  title?: string;
  /** Pairs of longitude and latitude. */
  line?: [number, number][];
}

export function featureOf({ id, title, line }: FeatureDraft) {
  return {
    type: 'Feature',
    id: id ?? 'a',
    properties: {
      title: title ?? `Drive ${id ?? 'a'}`,
      description: 'Through the hills.',
      tags: ['mountain'],
      states: ['NC'],
    },
    geometry: {
      type: 'LineString',
      coordinates: line ?? [
        [-82.5, 35.5],
        [-82.4, 35.6],
        [-82.3, 35.55],
      ],
    },
  };
}

/** Returns a drive as read from a file. */
export function importedDrive(draft: FeatureDraft = {}): ImportedDrive {
  const normalized = normalizeFeature(featureOf(draft));
  if ('refused' in normalized) throw new Error(normalized.refused);
  return normalized.drive;
}

/** Changes a stored drive, bypassing the service, for states that the service cannot produce yet. */
export async function alter(source: DataSource, importKey: string, change: Partial<Drive>): Promise<string> {
  await source.getRepository(Drive).update({ importKey }, change);
  return (await source.getRepository(Drive).findOneByOrFail({ importKey })).id;
}

/** Returns the drive events in the outbox, oldest first, decoded. */
export function outboxOf(source: DataSource) {
  return outboxOfTopic(source, drivesTopic);
}

/** Returns a stream that captures a command's output. */
export function capture(): { output: PassThrough; text: () => string } {
  const output = new PassThrough();
  let text = '';
  output.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { output, text: () => text };
}
