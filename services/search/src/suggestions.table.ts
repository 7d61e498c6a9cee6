import type { LatLng } from '@switchback/geo/location';

const BOSTON: LatLng = { lat: 42.4, lng: -71.1 };
const KNOXVILLE: LatLng = { lat: 36, lng: -83.9 };
const DURANGO: LatLng = { lat: 37.3, lng: -107.9 };
const US = ', United States';

/** Typed text, expected first row, and location of the map. */
export type Row = readonly [typed: string, first: string, near?: LatLng];

/** Expects the real places and the 689 byways. Labels are complete: that of a town includes its state. */
export const ROWS: readonly Row[] = [
  // Drives by their first words, later words, and numbers.
  ['cherohala', 'Cherohala Skyway'],
  ['cherohala sky', 'Cherohala Skyway'],
  ['Blue Ridge', 'Blue Ridge Parkway'],
  ['blue r', 'Blue Ridge Parkway'],
  ['blue ridge parkway n', 'Blue Ridge Parkway - North Carolina'],
  ['skyline', 'Skyline Drive'],
  ['natchez trace', 'Natchez Trace Parkway - Mississippi'],
  ['beartooth', 'Beartooth Highway'],
  ['great river', 'Great River Road'],
  ['pacific coast', "Pacific Coast Highway - California's Route 1"],
  ['highway 1', "Pacific Coast Highway - California's Route 1"],
  ['route 1', 'Route 1 - Big Sur Coast Highway'],
  ['big sur', 'Route 1 - Big Sur Coast Highway'],
  ['route 66', 'Historic Route 66'],
  ['historic route 66 m', 'Historic Route 66 - Missouri'],
  ['us 42', 'US 42'],
  ['M-22', 'Benzie Manistee (M-22) Pure Michigan Byway'],
  ['a1a', 'A1A Scenic & Historic Coastal Byway'],
  ['trail ridge', 'Trail Ridge Road / Beaver Meadow Road'],
  ['mt hood', 'Mt. Hood Scenic Byway'],
  ['loneliest road', 'The Loneliest Road in America'],
  ['lake tahoe', 'Lake Tahoe - Eastshore Drive'],
  ['death valley', 'Death Valley Scenic Byway'],
  ['lincoln highway', 'Lincoln Highway'],
  ["alaska's marine", "Alaska's Marine Highway"],
  ['florida keys', 'Florida Keys Scenic Highway'],
  ['million dollar', 'Million Dollar View Scenic Byway'],
  // Drives despite a typo.
  ['cherohola', 'Cherohala Skyway'],
  ['beartoth', 'Beartooth Highway'],
  ['nachez trace', 'Natchez Trace Parkway - Mississippi'],
  // Towns: the largest of a name first; with a state, the one in it.
  ['ashev', `Asheville, North Carolina${US}`],
  ['asheville nc', `Asheville, North Carolina${US}`],
  ['asheville, north carolina', `Asheville, North Carolina${US}`],
  ['boone', `Boone, North Carolina${US}`],
  ['sedona', `Sedona, Arizona${US}`],
  ['moab', `Moab, Utah${US}`],
  ['bar harbor', `Bar Harbor, Maine${US}`],
  ['key west', `Key West, Florida${US}`],
  ['san francisco', `San Francisco, California${US}`],
  ['los angeles', `Los Angeles, California${US}`],
  ['las vegas', `Las Vegas, Nevada${US}`],
  ['portland', `Portland, Oregon${US}`],
  ['portland me', `Portland, Maine${US}`],
  ['denver co', `Denver, Colorado${US}`],
  ['st george', `Saint George, Utah${US}`],
  ['new york', `New York City, New York${US}`],
  ['washington dc', `Washington D.C., District of Columbia${US}`],
  ['paris tx', `Paris, Texas${US}`],
  // Cities abroad, with and without accents.
  ['Paris', 'Paris, France'],
  ['munich', 'Munich, Bavaria, Germany'],
  ['München', 'Munich, Bavaria, Germany'],
  ['firenz', 'Florence, Italy'],
  ['KÖLN', 'Köln, North Rhine-Westphalia, Germany'],
  ['zurich', 'Zürich, Switzerland'],
  ['são paulo', 'São Paulo, Brazil'],
  ['montreal', 'Montréal, Quebec, Canada'],
  ['londn', 'London, Westminster, United Kingdom'],
  // States and countries.
  ['california', `California${US}`],
  ['wyoming', `Wyoming${US}`],
  ['nc', `North Carolina${US}`],
  ['tenness', `Tennessee${US}`],
  ['usa', 'United States'],
  // Places near the map.
  ['springfield', `Springfield, Massachusetts${US}`, BOSTON],
  ['portland', `Portland, Maine${US}`, BOSTON],
  ['ash', `Asheville, North Carolina${US}`, KNOXVILLE],
  // Same names: those of the own country first.
  ['paris', `Paris, Kentucky${US}`, KNOXVILLE],
  ['london', `London, Kentucky${US}`, KNOXVILLE],
  ['paris france', 'Paris, France', KNOXVILLE],
  ['san juan', 'San Juan Skyway', DURANGO],
  ['durango', `Durango, Colorado${US}`, DURANGO],
  // Coordinates.
  ['35.6, -82.5', '35.60000, -82.50000'],
];
