/** Words on the map, its controls and its hover card. */
export const map = {
  types: { roadmap: 'Roadmap', terrain: 'Terrain', satellite: 'Satellite' },
};
