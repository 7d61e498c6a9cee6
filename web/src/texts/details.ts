/** Words of the details panel and of getting directions. */
export const details = {
  panel: 'Drive details',
};
