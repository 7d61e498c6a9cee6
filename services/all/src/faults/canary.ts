import { Drive, DriveRoute } from '@switchback/drives/drive.entity';
import { toState } from '@switchback/drives/drive.mapper';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { drivesTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import { syntheticDrives, wanderingShapes } from '@switchback/testing/synthetic-drives';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { DataSource } from 'typeorm';
import { routeOf } from '../bench/catalogue.js';
import type { Oracle } from './oracle.js';

/** What no visitor may ever be shown. */
export const CANARY = 'canarysong';
const OWNER = 'keeper';
const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });

/** Writes a private drive that says who it is. */
export async function plantCanary({ drives }: Oracle, seed: number): Promise<void> {
  const [sample] = [...syntheticDrives(1, { seed, shapes: wanderingShapes(1, seed) })];
  const saved = sample!.saved!;
  const summary = {
    ...{ ...saved.summary!, title: `The ${CANARY} road`, description: CANARY },
    ...{ privacy: 'private', status: 'none', creator: { id: OWNER, username: OWNER } },
  };
  await plantDrives(drives, [{ ...sample!, saved: { ...saved, summary, ownerId: OWNER } }]);
}

/** Writes drives of any privacy and status with their events, in one transaction as the drives service does. */
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
