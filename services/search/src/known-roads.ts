import { indexWords, titleKey } from './words.js';
import { roadTerms } from './road-numbers.js';

/** A famous road. A drive with one of its names in the title is also found by the others, and by its numbers. */
interface KnownRoad {
  names: readonly string[];
  /** Names that are too general to recognize the road by. */
  alsoCalled?: readonly string[];
  /** Numbers of the road. */
  numbers?: readonly string[];
  /** With states: a drive with the number in its title in one of these states is on this road. */
  states?: readonly string[];
}

const KNOWN_ROADS: readonly KnownRoad[] = [
  {
    names: ['Tail of the Dragon', 'Deals Gap'],
    alsoCalled: ['The Dragon'],
    numbers: ['US 129'],
    states: ['Tennessee', 'North Carolina'],
  },
  { names: ['Cherohala Skyway'], numbers: ['TN 165', 'NC 143'], states: ['Tennessee', 'North Carolina'] },
  { names: ['Moonshiner 28'], numbers: ['NC 28'], states: ['North Carolina'] },
  { names: ['Back of the Dragon'], numbers: ['VA 16'], states: ['Virginia'] },
  { names: ['Diamondback', 'Little Switzerland Diamondback'], numbers: ['NC 226A'], states: ['North Carolina'] },
  { names: ['Blue Ridge Parkway', 'BRP'] },
  { names: ['Natchez Trace Parkway', 'Natchez Trace', 'The Trace'] },
  { names: ['Outer Banks National Scenic Byway', 'Outer Banks'], alsoCalled: ['OBX'], numbers: ['NC 12'] },
  {
    names: ['Pacific Coast Highway', 'PCH', 'Cabrillo Highway'],
    alsoCalled: ['Pacific Coast Road'],
    numbers: ['California 1'],
    states: ['California'],
  },
  { names: ['Big Sur'], alsoCalled: ['Pacific Coast Highway', 'PCH'], numbers: ['California 1'] },
  { names: ['Redwood Highway'], alsoCalled: ['Avenue of the Giants'], numbers: ['US 101'], states: ['California'] },
  { names: ['Angeles Crest Highway', 'Angeles Crest'], numbers: ['California 2'], states: ['California'] },
  { names: ['Rim of the World'], numbers: ['California 18'], states: ['California'] },
  { names: ['Ebbetts Pass'], numbers: ['California 4'] },
  { names: ['Tioga Road', 'Tioga Pass'], numbers: ['California 120'] },
  {
    names: ['Route 66', 'Mother Road', 'Will Rogers Highway'],
    alsoCalled: ['Main Street of America'],
    numbers: ['US 66'],
  },
  { names: ['Going-to-the-Sun', 'Going to the Sun Road'], alsoCalled: ['Sun Road'] },
  { names: ['Million Dollar Highway', 'San Juan Skyway'], numbers: ['US 550'], states: ['Colorado'] },
  { names: ['Beartooth Highway', 'Beartooth Pass'], numbers: ['US 212'] },
  {
    names: ['Chief Joseph Scenic Highway', 'Chief Joseph Highway'],
    alsoCalled: ['Dead Indian Pass'],
    numbers: ['Wyoming 296'],
  },
  { names: ['Trail Ridge Road'], numbers: ['US 34'] },
  { names: ['Peak to Peak'], numbers: ['Colorado 72', 'Colorado 7', 'Colorado 119'] },
  { names: ['Mount Blue Sky', 'Mount Evans'], numbers: ['Colorado 5'] },
  { names: ['Grand Mesa'], numbers: ['Colorado 65'] },
  { names: ['Scenic Byway 12'], numbers: ['Utah 12'] },
  { names: ['Moki Dugway', 'Mokee Dugway'], numbers: ['Utah 261'] },
  { names: ['The Loneliest Road', 'Loneliest Road in America'], numbers: ['US 50'], states: ['Nevada'] },
  { names: ['Extraterrestrial Highway'], alsoCalled: ['Area 51', 'ET Highway'], numbers: ['Nevada 375'] },
  { names: ['Las Vegas Strip', 'Las Vegas Boulevard'], alsoCalled: ['The Strip'] },
  { names: ['Coronado Trail'], alsoCalled: ["Devil's Highway"], numbers: ['US 191'] },
  { names: ['Apache Trail'], numbers: ['Arizona 88'] },
  { names: ['Overseas Highway', 'Florida Keys Scenic Highway'], numbers: ['US 1'] },
  { names: ['Tamiami Trail'], numbers: ['US 41'], states: ['Florida'] },
  { names: ['Road to Hana', 'Hana Highway'], alsoCalled: ['Hāna'], numbers: ['Hawaii 360'] },
  { names: ['Seward Highway'], numbers: ['Alaska 1'] },
  { names: ['Dalton Highway', 'Haul Road'], alsoCalled: ['Ice Road'], numbers: ['Alaska 11'] },
  { names: ['Columbia River Highway'], numbers: ['US 30'], states: ['Oregon'] },
  { names: ['North Cascades'], numbers: ['Washington 20'] },
  { names: ['Stevens Pass'], numbers: ['US 2'] },
  { names: ['Chuckanut Drive'], numbers: ['Washington 11'] },
  {
    names: ['Kancamagus Highway', 'Kancamagus Scenic Byway'],
    alsoCalled: ['The Kanc'],
    numbers: ['New Hampshire 112'],
  },
  { names: ['Mohawk Trail'], numbers: ['Massachusetts 2'] },
  { names: ['Smugglers Notch', "Smuggler's Notch"], numbers: ['Vermont 108'] },
  { names: ['Great River Road'], alsoCalled: ['GRR', 'Mississippi River Road'] },
  { names: ['North Shore Scenic Drive'], numbers: ['Minnesota 61'] },
  { names: ['Tunnel of Trees'], numbers: ['M-119'] },
  { names: ['Pig Trail'], numbers: ['Arkansas 23'] },
  { names: ['Talimena'], numbers: ['Arkansas 88', 'Oklahoma 1'] },
  { names: ['Highland Scenic Highway'], numbers: ['West Virginia 150'] },
  { names: ['Needles Highway', 'Peter Norbeck'], alsoCalled: ['Iron Mountain Road'], numbers: ['South Dakota 87'] },
  { names: ['Sea to Sky Highway'], numbers: ['Highway 99'] },
  { names: ['Icefields Parkway'], numbers: ['Highway 93'] },
  { names: ['Stelvio Pass', 'Passo dello Stelvio', 'Stilfser Joch'], alsoCalled: ['Stelvio'] },
  { names: ['Transfăgărășan', 'Transfagarasan Highway'], numbers: ['DN7C'] },
  { names: ['Grossglockner'], alsoCalled: ['Großglockner Hochalpenstraße'] },
  { names: ['Atlantic Road', 'Atlanterhavsveien'], alsoCalled: ['Atlantic Ocean Road'] },
  { names: ['Trollstigen'], alsoCalled: ["Troll's Path", "Troll's Ladder"] },
  { names: ['North Coast 500'], alsoCalled: ['NC500'] },
  { names: ['Snake Pass'], numbers: ['A57'] },
  { names: ['Great Ocean Road'], numbers: ['B100'] },
];

interface Recognized {
  keys: readonly string[];
  names: readonly string[];
  terms: ReadonlySet<string>;
  states: readonly string[];
}

const RECOGNIZED: readonly Recognized[] = KNOWN_ROADS.map(({ names, alsoCalled = [], numbers = [], states = [] }) => ({
  keys: names.map((name) => ` ${titleKey(name)} `),
  names: [...names, ...alsoCalled, ...numbers],
  terms: new Set(numbers.flatMap((number) => roadTerms(number, []).slice(0, 1))),
  states,
}));

const NAME_KEYS: ReadonlySet<string> = new Set(RECOGNIZED.flatMap(({ names }) => names.map(titleKey)));

/** Returns whether a title key is a name of any known road. */
export function isRoadName(key: string): boolean {
  return NAME_KEYS.has(key);
}

/**
 * Returns the names by which people know the road of a drive, besides its title.
 * @param states names of the states that the drive passes through.
 */
export function otherNames(title: string, states: readonly string[]): string[] {
  const key = ` ${titleKey(title)} `;
  const terms = roadTerms(title, states);
  const isOn = (road: Recognized) =>
    road.keys.some((name) => key.includes(name)) ||
    (road.states.some((state) => states.includes(state)) && terms.some((term) => road.terms.has(term)));
  return [...new Set(RECOGNIZED.filter(isOn).flatMap(({ names }) => names))].filter(
    (name) => !key.includes(` ${titleKey(name)} `),
  );
}

/** Returns the words by which a drive is found as by its title: of the title, its road's other names and numbers. */
export function nameWords(title: string, states: readonly string[]): string[] {
  const names = [title, ...otherNames(title, states)];
  return [...new Set([...names.flatMap((name) => roadTerms(name, states)), ...indexWords(names)])];
}
