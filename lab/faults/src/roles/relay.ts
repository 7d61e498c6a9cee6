// Runs only the relay of the drives service.
import { connectDrives } from '@switchback/drives/schema';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { drivesTopic } from '@switchback/platform/events/topics';
import { complain, DATABASE, openRoleBus, pass, serveUntilStopped } from './role.js';

const source = await connectDrives(DATABASE);
const bus = await openRoleBus();
const relay = new OutboxRelay({
  outbox: new PostgresOutbox(source),
  bus,
  topics: [drivesTopic],
  crashHook: pass,
  onError: complain,
});
relay.start();
await serveUntilStopped(async () => {
  await relay.stop();
  await bus.stop();
  await source.destroy();
});
