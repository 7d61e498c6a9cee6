// Reads a line from stdin and sends the facts about it that follow from the map to the parent process.
import { json } from 'node:stream/consumers';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import { type SceneryInput, sceneryOf } from './line-scenery.js';

const input = (await json(process.stdin)) as SceneryInput;
process.send?.(sceneryOf(input, await openEmbeddedPlaces()), () => process.disconnect());
