import type { GuideDistance, SpokenDistance } from '@switchback/contracts/rules/guide';

const QUARTERS = { 1: 'a quarter mile', 2: 'half a mile', 3: 'three quarters of a mile' };
const SHORT = { feet: 'ft', miles: 'mi', meters: 'm', kilometers: 'km' };
const ONE = { feet: 'foot', miles: 'mile', meters: 'meter', kilometers: 'kilometer' };

const onto = (road: string) => (road === '' ? '' : ` onto ${road}`);

/** Texts of the guide along a drive. */
export const driveGuideTexts = {
  notFound: 'This drive cannot be driven: it has no line.',
  back: 'Back to the drive',
  /** By the page that the line comes from. */
  backTo: { drive: 'Back to the drive', trip: 'Back to the trip', plan: 'Back to the plan' },
  entry: { day: 'Drive this day', plan: 'Drive this plan' },
  dayOf: (trip: string, day: string) => `${trip}, ${day}`,
  noDay: { title: 'Nothing to drive', text: 'This trip has no such day, or no drives on it.' },
  noPlan: { title: 'Plan not found', text: 'The drives around here have changed. Please plan again.' },
  start: {
    lead: 'Guides you along the drawn road, with voice.',
    begin: 'Where do you begin?',
    fromStart: 'From the start',
    join: 'Join where I am',
    joinHere: (distance: string) => `Join here, ${distance} in.`,
    joinAhead: (away: string, distance: string) => `The drive is ${away} away. You join it ${distance} in.`,
    locating: 'Finding where you are…',
    wayThere: (app: string) => `Way there in ${app}`,
    voice: 'Voice',
    levels: { all: 'Everything', turns: 'Turns only', silent: 'Silent' },
    rules: [
      'The screen stays on, and this page stays in front: the guide and the record pause behind another app.',
      'It does not show on the display of the car.',
      'No voice when the phone is locked.',
    ],
    approximate: 'The line is approximate: the road may lead beside it.',
    gaps: (distance: string) =>
      `Plus ${distance} of ways to and between the drives: there, an arrow leads to the next one.`,
    offline: 'Works without a network',
    online: {
      drive: 'Needs a network until you start. Save the drive to start without one.',
      trip: 'Needs a network until you start, and none afterwards.',
      plan: 'Needs a network until you start, and none afterwards.',
    },
    go: 'Start',
    unknown: {
      title: 'Start needs a network once',
      text: 'This browser has not seen yet that your account is a Hero’s. Go where there is a network, and try again.',
    },
    otherApp: 'Use a maps app instead',
  },
  unfinished: {
    title: 'Continue your drive?',
    text: (title: string, day: string) => `You did not finish ${title}, ${day}.`,
    go: 'Continue',
    end: 'End it',
  },
  view: {
    label: 'Guide',
    map: 'Map of the road ahead.',
    keep: 'Keep to the road',
    after: (distance: string, text: string) => `${distance}: ${text}`,
    hairpins: (count: number) => `${count} hairpins`,
    bends: (distance: string) => `Bends for ${distance}`,
    stop: (name: string) => (name === '' ? 'Stop' : name),
    end: 'End of the drive',
    arrived: 'You have arrived',
    remaining: 'Remaining',
    time: 'Time',
    arrival: 'Arrival',
    waiting: 'Waiting for GPS',
    estimated: 'Estimated place',
    off: 'Off the drive',
    approach: 'To where the drive begins',
    joinNow: 'Join here',
    wayBack: (app: string) => `Way back in ${app}`,
    arrow: 'In the direction of the arrow',
    going: (name: string) => `To ${name === '' ? 'the stop' : name}`,
    missed: (name: string) => `You missed ${name === '' ? 'a stop' : name}.`,
    go: 'Go there',
    skip: 'Skip it',
    finish: 'End',
    voice: { all: 'Voice: all', turns: 'Voice: turns', silent: 'Voice: off' },
    dim: { on: 'Dim: on', off: 'Dim: off' },
    speakAgain: 'Turn the voice on',
    noVoice: 'The voice of this browser did not start. The screen shows everything.',
    faults: {
      denied: 'This browser may not use your location. Allow it in the settings of the browser, then reload the page.',
      unavailable: 'The device does not find its location. Go where it sees the sky.',
      missing: 'This browser has no location.',
    },
    notStored: 'This browser does not store the record: its storage is full or blocked.',
  },
  /** Turns at a stop, of which no router tells. */
  turns: {
    left: (road: string) => `Turn left${onto(road)}.`,
    right: (road: string) => `Turn right${onto(road)}.`,
    uturn: (road: string) => `Make a U-turn${onto(road)}.`,
  },
  endSheet: {
    title: 'Your drive',
    distance: 'Distance',
    moving: 'Time moving',
    share: 'Of the drive',
    highest: 'Highest point',
    private: 'The record is on this device alone. It begins where you pressed Start.',
    download: 'Download GPX',
    save: 'Save as a private drive',
    saved: 'Saved as a private drive.',
    whole: 'The whole record stays on this device until you drop it or start another drive.',
    show: 'Show it',
    completed: 'Mark completed',
    completedAll: (count: number) =>
      count === 1 ? 'Mark this drive completed' : `Mark these ${count} drives completed`,
    driven: 'You drove at least 80 % of:',
    drop: 'Drop the record',
    resume: 'Keep driving',
    /** Before it is saved. */
    trimmed: (distance: string) =>
      `The saved drive leaves out its first and last stretch, up to ${distance} from where you set out and where you arrived, so that it does not show where you live. The GPX file has all of it.`,
    tooShort: (distance: string) =>
      `Too short to save as a drive: without its first and last stretch, less than ${distance} is left.`,
    record: (title: string) => `${title} as driven`,
  },
  spoken: {
    begin: 'The guide starts. Keep to the road.',
    in: (distance: string, text: string) => `In ${distance}, ${text}`,
    withThen: (text: string, then: string) => `${text}, then ${then}`,
    hairpins: (count: number, distance: string) => `${count} hairpins in the next ${distance}`,
    bends: (distance: string) => `Bends for the next ${distance}`,
    stop: (name: string) => (name === '' ? 'you reach a stop' : `you reach ${name}`),
    end: 'you arrive',
    arrived: 'You have arrived.',
    off: (distance: string) => `You are off the drive. The line is ${distance} away.`,
    missed: (name: string) => `You missed ${name === '' ? 'a stop' : name}.`,
  },
  distance: ({ unit }: GuideDistance, value: string) => `${value} ${SHORT[unit]}`,
  spokenDistance: (distance: SpokenDistance, text: string) =>
    'quarters' in distance
      ? QUARTERS[distance.quarters]
      : `${text} ${distance.value === 1 ? ONE[distance.unit] : distance.unit === 'feet' ? 'feet' : `${ONE[distance.unit]}s`}`,
};
