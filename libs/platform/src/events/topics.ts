import { DriveEvent } from '@switchback/proto/drives/v1/events';
import { defineTopic, protoCodec } from './event.js';

/** What happened to drives, each event with the drive's whole new state; written by the drives service. */
export const drivesTopic = defineTopic<DriveEvent>({ name: 'drives.drive.v1', codec: protoCodec(DriveEvent) });
