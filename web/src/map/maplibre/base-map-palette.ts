/** The base map's colors: muted, since drives are blue and orange. */
export interface Palette {
  water: string;
  land: string;
  shore: string;
  urban: string;
  park: string;
  parkEdge: string;
  wood: string;
  scrub: string;
  river: string;
  interstate: string;
  mainRoad: string;
  road: string;
  shield: string;
  border: string;
  state: string;
  county: string;
  city: string;
  region: string;
  country: string;
  parkLabel: string;
  waterLabel: string;
  peak: string;
  halo: string;
}

const LIGHT: Palette = {
  water: '#b4d5e8',
  land: '#f5f2ea',
  shore: '#96bfd8',
  urban: '#e9e1d4',
  park: '#d5e6c3',
  parkEdge: '#b3cf99',
  wood: '#c9dfb9',
  scrub: '#dfe8cd',
  river: '#93bfda',
  interstate: '#a08d78',
  mainRoad: '#b8aa99',
  road: '#cdc3b5',
  shield: '#6b5b49',
  border: '#857d77',
  state: '#9d948c',
  county: '#e6e1d8',
  city: '#3d3a36',
  region: '#6f6480',
  country: '#5c5366',
  parkLabel: '#3f6a2c',
  waterLabel: '#3a6b8c',
  peak: '#6e4f35',
  halo: '#fbf9f5',
};

const DARK: Palette = {
  water: '#14212f',
  land: '#232a33',
  shore: '#2d4053',
  urban: '#2e3641',
  park: '#243a32',
  parkEdge: '#35544a',
  wood: '#22352f',
  scrub: '#26332f',
  river: '#3d5f7d',
  interstate: '#7f8a98',
  mainRoad: '#626d7a',
  road: '#4a545f',
  shield: '#b9c3cf',
  border: '#75818f',
  state: '#657281',
  county: '#2b333d',
  city: '#d5dbe2',
  region: '#a3aec1',
  country: '#b3bccb',
  parkLabel: '#93c79c',
  waterLabel: '#86b4d6',
  peak: '#d3b592',
  halo: '#1a2028',
};

export function paletteOf(dark: boolean): Palette {
  return dark ? DARK : LIGHT;
}
