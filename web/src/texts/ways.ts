import type { WayTaste } from '@switchback/contracts/rules/directions';

const kinds: Readonly<Record<WayTaste, string>> = {
  fastest: 'Fastest',
  winding: 'Winding',
  twisty: 'Twisty',
  relentless: 'Relentless',
};

/** Texts of the ways from one place to another. */
export const wayTexts = {
  kinds,
  kindOf: (kind: string) => `${kind} way`,
  choose: 'Choose a way',
  chooseFor: (name: string) => `Choose the way to ${name}`,
  title: 'Ways',
  titleFor: (name: string) => `Ways to ${name}`,
  unpaved: 'Unpaved roads, too',
  looking: 'Looking for curvier ways…',
  failed: 'No ways found. Try again in a moment.',
  onlyOne: 'There is no curvier way here that is worth its time.',
  motorway: (percent: string) => `${percent} motorway`,
  noMotorway: 'No motorway',
  noTown: 'Through no town',
  through: (towns: string) => `Through ${towns}`,
  more: (count: number) => `${count} more`,
  done: 'Done',
};
