/** Errors of calls about the region's map. */
export const REGION_ERRORS = {
  roadNotFound: {
    code: 'ERROR-00104',
    type: 404,
    title: 'Road could not be found',
    message: 'The road you requested is not on the map of this region.',
  },
} as const;
