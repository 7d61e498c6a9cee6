/** Errors of places, roads and tracks; part of the error table. */
export const MAP_ERRORS = {
  placeNotFound: {
    code: 'ERROR-00021',
    type: 404,
    title: 'Place could not be found',
    message: 'The place you requested does not exist.',
  },
  roadNotFound: {
    code: 'ERROR-00104',
    type: 404,
    title: 'Road could not be found',
    message: 'The road you requested is not on the map of this region.',
  },
  recordTooShort: {
    code: 'ERROR-00063',
    type: 400,
    title: 'Too short to save',
    message:
      'Without the stretches near where you set out and where you arrived, less than 2 km (1.2 mi) is left. The record stays on your device.',
  },
  lineOffRoads: {
    code: 'ERROR-00105',
    type: 409,
    title: 'No roads under the line',
    message: 'The line does not follow roads that the map knows.',
  },
} as const;
