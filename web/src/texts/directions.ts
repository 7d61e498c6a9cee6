/** Texts of getting directions, files and links of a drive, a plan, a day of a trip, or the way between two drives. */
export const directionsTexts = {
  button: 'Directions',
  gpx: 'GPX',
  share: 'Share',
  title: 'Get Directions',
  app: 'Maps app',
  apps: { google: 'Google Maps', apple: 'Apple Maps' },
  fromHere: {
    heading: 'From where I am',
    note: {
      drive: 'Navigates to the start of the drive, then along it.',
      plan: 'Navigates to the start of the plan, then along it.',
      day: 'Navigates to the start of the day’s first drive, then along the day.',
      way: 'Navigates to the start of the next drive.',
    },
  },
  alone: {
    heading: {
      drive: 'Only this drive',
      plan: 'Only this plan',
      day: 'Only this day',
      way: 'Only this connection',
    },
    note: 'Shows the route from its start to its end, without the way there.',
  },
  legs: (count: number) => `Opens as ${count} legs so navigation stays on the route.`,
  open: (app: string) => `Open in ${app}`,
  /** Starts with the link's visible text. */
  label: (text: string, app: string, section: string) => `${text} in ${app}, ${section.toLowerCase()}`,
  openLabel: (text: string, section: string) => `${text}, ${section.toLowerCase()}`,
  leg: (index: number, count: number, stretch: string, distance: string) =>
    `${index} of ${count} · ${stretch === '' ? distance : `${stretch}, ${distance}`}`,
  stretch: (from: string, to: string) => (from === to ? `Around ${from}` : `${from} to ${to}`),
  /** A place without a town, by its distance from the start. */
  mark: { miles: (text: string) => `mile ${text}`, kilometers: (text: string) => `km ${text}` },
  opened: 'opened last',
  waze: 'To the start in Waze',
  wazeNote: 'Waze takes a single destination.',
  files: 'Files for other apps and devices',
  download: { gpx: 'Download GPX', kml: 'Download KML' },
  straight: (title: string) => `${title} (straight line, not a road)`,
  fileFailed: 'The file could not be loaded.',
  sharing: {
    title: 'Share',
    link: 'Link',
    copy: { idle: 'Copy link', 'in-progress': 'Copying…', success: 'Link copied', error: 'Copying failed' },
    code: 'QR code of the link',
    codeNote: 'Scan it to open the link on your phone.',
    email: 'Share by email',
    private: 'Only you and the people you share the trip with can open this link.',
  },
};
