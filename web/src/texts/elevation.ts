/** Texts of elevation profiles. */
export const elevationTexts = {
  title: 'Elevation',
  profile: 'Elevation profile',
  loading: 'Loading the elevation…',
  keys: 'Arrow keys move along the road, Page Up and Page Down to the next place on it. With Shift, the arrow keys select a stretch, and the map shows it. Escape clears.',
  hint: {
    hover: 'Point at the profile to see heights and grades. Drag across it to zoom the map.',
    touch: 'Touch the profile to see heights and grades.',
  },
  zoomIn: 'Zoom the map in here',
  showAll: 'Show the whole line',
  parts: (...parts: readonly string[]) => parts.filter(Boolean).join(', '),
  level: 'level',
  up: (percent: string) => `${percent} % up`,
  down: (percent: string) => `${percent} % down`,
  unknown: 'height unknown',
  pass: 'High point',
  stretch: (length: string, from: string, to: string) => `${length}, from ${from} to ${to}`,
  climb: (gain: string, loss: string) => `Ascent ${gain}, descent ${loss}`,
  facts: {
    gain: 'Ascent',
    loss: 'Descent',
    highest: 'Highest point',
    /** Measured over a kilometer. */
    steepest: { miles: 'Steepest 0.6 mi', kilometers: 'Steepest kilometer' },
    steepestAt: (percent: string, place: string) => `${percent} % at ${place}`,
  },
  /** A place along the road, by its distance from the start. */
  mark: { miles: (text: string) => `mi ${text}`, kilometers: (text: string) => `km ${text}` },
  trip: {
    shown: 'Show the elevation of',
    whole: 'Whole trip',
    first: (count: number) => `The first ${count} drives of the day.`,
    none: 'The heights of these drives are unknown.',
  },
  sources: {
    track: 'From the track',
    srtm: 'From SRTM elevation data',
    router: 'From the router',
  },
};
