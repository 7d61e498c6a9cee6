// Reads directions and waypoints from stdin and sends the drive columns that they determine to the parent process.
import { json } from 'node:stream/consumers';
import { ProductError } from '@switchback/platform/errors';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import { contentOfRoute, type MeasuredOrRefusal, type MeasureInput } from './measured-content.js';

const input = (await json(process.stdin)) as MeasureInput;
const places = await openEmbeddedPlaces();
process.send?.(answer(), () => process.disconnect());

function answer(): MeasuredOrRefusal {
  try {
    return { measured: contentOfRoute(input, places) };
  } catch (error) {
    if (error instanceof ProductError) return { refused: error.fields };
    throw error;
  }
}
