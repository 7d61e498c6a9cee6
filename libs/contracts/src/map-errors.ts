/** Errors of places and roads; part of the error table. */
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
} as const;
