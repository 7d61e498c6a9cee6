/** Texts of the map, its controls and its hover card. */
export const mapTexts = {
  label: 'Map of drives. Arrow keys move it, plus and minus zoom.',
  curviness: 'Curviness along the drive',
  routeLabel: 'Map of this drive. Arrow keys move it, plus and minus zoom.',
  typePicker: 'Map type',
  types: { roadmap: 'Roadmap', terrain: 'Terrain', satellite: 'Satellite' },
  failed: 'The map cannot be shown in this browser right now. The list of drives still works.',
  overview: 'Overview map: add streets',
  overviewHelp: 'Set BASEMAP_FILE; opens where to get such files',
  locate: 'Find my location',
  locateFailed: 'Location not available',
  contentFailed: 'The drives of this area could not be loaded.',
  twin: {
    title: 'On this map',
    cluster: (count: number, text: string) => (count === 1 ? '1 drive here: show it' : `${text} drives here: zoom in`),
    drive: (title: string) => `Choose ${title}`,
    more: (text: string) => `${text} more are in the list beside the map.`,
    announce: (count: number, text: string) => (count === 1 ? '1 drive on this map' : `${text} drives on this map`),
  },
  hover: {
    more: (count: number) => (count === 1 ? 'and 1 more here' : `and ${count} more here`),
  },
  chooser: {
    title: (count: number) => `${count} drives here`,
    more: (text: string) => `${text} more: zoom in to tell them apart`,
  },
};
