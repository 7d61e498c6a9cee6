import { routeOf } from '@switchback/bench/catalogue';
import { Drive, DriveRoute } from '@switchback/drives/drive/drive.entity';
import { toState } from '@switchback/drives/drive/drive.mapper';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { drivesTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import { syntheticDrives, wanderingShapes } from '@switchback/testing/synthetic-drives';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { DataSource } from 'typeorm';
import type { Oracle } from './oracle.js';

/** Marks text that no visitor may ever see. */
export const CANARY = 'canarysong';
const OWNER = 'keeper';
const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });

/** States of drives that only their owners see. */
const HIDDEN = [
  { privacy: 'private', status: 'none' },
  { privacy: 'public', status: 'pending' },
  { privacy: 'public', status: 'changes-requested' },
] as const;

/** Writes a drive with the canary and its owner in each hidden state. */
export async function plantCanary({ drives }: Oracle, seed: number): Promise<void> {
  const samples = [...syntheticDrives(HIDDEN.length, { seed, shapes: wanderingShapes(1, seed) })];
  const hidden = samples.map((sample, index): DriveEvent => {
    const saved = sample.saved!;
    const summary = {
      ...saved.summary!,
      title: `The ${CANARY} road`,
      description: CANARY,
      ...HIDDEN[index]!,
      creator: { id: OWNER, username: OWNER },
    };
    return { ...sample, saved: { ...saved, summary, ownerId: OWNER } };
  });
  await plantDrives(drives, hidden);
}

/**
 * Writes drives of any privacy and status together with their events, in one transaction as the drives service does.
 */
export async function plantDrives(drives: DataSource, states: readonly DriveEvent[]): Promise<void> {
  const routes = states.map(routeOf);
  const events = routes.map((route) => {
    const payload = toState(route);
    return factory.create({ type: 'drive.saved', subject: payload.id, version: payload.rev, payload });
  });
  await drives.transaction(async (manager) => {
    await manager.insert(
      Drive,
      routes.map(({ drive }) => drive),
    );
    await manager.insert(DriveRoute, routes);
    await appendToOutbox(manager, drivesTopic, events);
  });
}
