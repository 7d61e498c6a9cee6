import { Drive, DriveRoute } from '@switchback/drives/drive.entity';
import { toState } from '@switchback/drives/drive.mapper';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { drivesTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import { syntheticDrives, wanderingShapes } from '@switchback/testing/synthetic-drives';
import { routeOf } from '../bench/catalogue.js';
import type { Oracle } from './oracle.js';

/** What no visitor may ever be shown. */
export const CANARY = 'canarysong';
const OWNER = 'keeper';
const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });

/** Writes a private drive that says who it is, with its event, in one transaction as the drives service does. */
export async function plantCanary({ drives }: Oracle, seed: number): Promise<void> {
  const [sample] = [...syntheticDrives(1, { seed, shapes: wanderingShapes(1, seed) })];
  const saved = sample!.saved!;
  const summary = {
    ...{ ...saved.summary!, title: `The ${CANARY} road`, description: CANARY },
    ...{ privacy: 'private', status: 'none', creator: { id: OWNER, username: OWNER } },
  };
  const route = routeOf({ ...sample!, saved: { ...saved, summary, ownerId: OWNER } });
  const payload = toState(route);
  const event = factory.create({ type: 'drive.saved', subject: payload.id, version: payload.rev, payload });
  await drives.transaction(async (manager) => {
    await manager.insert(Drive, route.drive);
    await manager.insert(DriveRoute, route);
    await appendToOutbox(manager, drivesTopic, [event]);
  });
}
