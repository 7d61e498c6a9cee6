// Aim: from an extract alone, the map gets its roads, waters, woods, towns, passes and borders, as a browser reads them
// from the archive.
import { describe, expect, it } from '@jest/globals';
import { buildFrom } from './built-region.fixture.js';
import { type ExtractContent, type ExtractNode, extractBytes } from './extract.fixture.js';

const [LAT, LNG] = [47.0, 9.5];

/** Returns the corners of a square around the middle, with ids from `first` on. */
function square(first: number, side: number): ExtractNode[] {
  const corners = [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
  ];
  return corners.map(([south, west], index) => {
    return { id: first + index, lat: LAT + (south! * side) / 2, lng: LNG + (west! * side) / 2 };
  });
}

const ring = (first: number) => [first, first + 1, first + 2, first + 3, first];
/** A road, so that there is a map at all. */
const ROAD = {
  nodes: [
    { id: 1, lat: LAT, lng: LNG - 0.01 },
    { id: 2, lat: LAT + 0.002, lng: LNG + 0.01 },
  ],
  way: { id: 1, refs: [1, 2] },
};

function built({ nodes = [], ways = [], relations = [] }: ExtractContent) {
  return buildFrom(
    extractBytes({
      nodes: [...ROAD.nodes, ...nodes],
      ways: [{ ...ROAD.way, tags: { highway: 'motorway', ref: 'A 13' } }, ...ways],
      relations,
    }),
  );
}

describe('a road', () => {
  it.each([
    [{ highway: 'motorway', ref: 'I 70;US 6' }, 7, { kind: 'highway', network: 'US:I', shield_text: '70' }],
    [{ highway: 'trunk', ref: 'US 129' }, 7, { kind: 'major_road', network: 'US:US', shield_text: '129' }],
    [{ highway: 'secondary', ref: 'NC 28', name: 'Moonshiner' }, 8, { shield_text: 'NC 28', name: 'Moonshiner' }],
    [{ highway: 'tertiary', bridge: 'yes', tunnel: 'no' }, 10, { kind: 'major_road', is_bridge: true }],
    [{ highway: 'unclassified' }, 11, { kind: 'minor_road', kind_detail: 'unclassified' }],
    [{ highway: 'residential', tunnel: 'yes' }, 12, { kind: 'minor_road', is_tunnel: true }],
    [{ highway: 'motorway_link' }, 11, { kind: 'highway', is_link: true }],
    [{ highway: 'footway' }, 14, { kind: 'path' }],
    [{ railway: 'narrow_gauge', name: 'Rhätische Bahn', 'name:en': 'Rhaetian Railway' }, 11, { kind: 'rail' }],
    [{ route: 'ferry' }, 9, { kind: 'other', kind_detail: 'ferry' }],
  ])('with the tags %j is drawn from zoom %d on', async (tags, minZoom, properties) => {
    const archive = buildFrom(extractBytes({ nodes: ROAD.nodes, ways: [{ ...ROAD.way, tags }] }));
    const drawn = await archive.featuresAt(LAT, LNG, minZoom, 'roads');
    expect(drawn.map((feature) => feature.properties)).toEqual([expect.objectContaining(properties)]);
    expect(drawn[0]!.properties).not.toHaveProperty(minZoom === 10 ? 'is_tunnel' : 'is_bridge');
    if (minZoom > 7) expect(await archive.featuresAt(LAT, LNG, minZoom - 1, 'roads')).toEqual([]);
  });

  it('of a way whose nodes the extract lacks is drawn through the others', async () => {
    const ways = [{ id: 2, refs: [1, 99, 2], tags: { highway: 'primary' } }];
    const archive = built({ ways });
    expect(archive.built.skipped.waysWithoutNodes).toBe(1);
    const drawn = await archive.featuresAt(LAT, LNG, 12, 'roads');
    expect(drawn.map(({ properties }) => properties.kind)).toEqual(['highway', 'major_road']);
  });
});

describe('water and land', () => {
  it('draws a lake with its island, joined from ways in any direction', async () => {
    const archive = built({
      nodes: [...square(10, 0.02), ...square(20, 0.008)],
      ways: [
        { id: 2, refs: [10, 11, 12] },
        { id: 3, refs: [10, 13, 12] },
        { id: 4, refs: ring(20) },
      ],
      relations: [
        {
          id: 1,
          members: [
            { id: 2, role: 'outer' },
            { id: 3, role: '' },
            { id: 4, role: 'inner' },
          ],
          tags: { type: 'multipolygon', natural: 'water', name: 'Walensee' },
        },
      ],
    });
    const [lake, ...more] = await archive.featuresAt(LAT, LNG, 10, 'water');
    expect(more).toEqual([]);
    expect(lake).toMatchObject({ type: 'polygon', properties: { kind: 'water', name: 'Walensee' } });
    expect(lake!.lines).toHaveLength(2);
    const width = ([...line]: { x: number }[]) =>
      Math.max(...line.map(({ x }) => x)) - Math.min(...line.map(({ x }) => x));
    expect(width(lake!.lines[1]!) / width(lake!.lines[0]!)).toBeCloseTo(0.4, 1);
    // In its middle, there is only the island.
    expect((await archive.featuresAt(LAT, LNG, 14, 'water')).flatMap(({ lines }) => lines)).not.toEqual([]);
  });

  it('leaves out an area whose ring is open, and says so', async () => {
    const archive = built({
      nodes: square(10, 0.02),
      ways: [{ id: 2, refs: [10, 11, 12] }],
      relations: [{ id: 1, members: [{ id: 2, role: 'outer' }], tags: { type: 'multipolygon', natural: 'wood' } }],
    });
    expect(await archive.featuresAt(LAT, LNG, 10, 'landuse')).toEqual([]);
    expect(archive.built.skipped.openRings).toBe(1);
  });

  it('draws a small wood over a large field, whatever their order', async () => {
    const archive = built({
      nodes: [...square(10, 0.004), ...square(20, 0.02)],
      ways: [
        { id: 2, refs: ring(10), tags: { natural: 'wood' } },
        { id: 3, refs: ring(20), tags: { landuse: 'farmland' } },
      ],
    });
    const drawn = await archive.featuresAt(LAT, LNG, 14, 'landuse');
    expect(drawn.map(({ properties }) => properties.kind)).toEqual(['farmland', 'wood']);
  });

  it('shows an area once it is large enough to be seen, and a building in the deepest tiles', async () => {
    const archive = built({
      nodes: [...square(10, 0.004), ...square(20, 0.0002)],
      ways: [
        { id: 2, refs: ring(10), tags: { natural: 'wood' } },
        { id: 3, refs: ring(20), tags: { building: 'yes' } },
      ],
    });
    expect(await archive.featuresAt(LAT, LNG, 7, 'landuse')).toEqual([]);
    expect(await archive.featuresAt(LAT, LNG, 11, 'landuse')).toHaveLength(1);
    expect(await archive.featuresAt(LAT, LNG, 13, 'buildings')).toEqual([]);
    expect(await archive.featuresAt(LAT, LNG, 14, 'buildings')).toHaveLength(1);
  });

  it('draws rivers, and the borders of countries and states alone', async () => {
    const border = (id: number, level: string) => {
      const tags = { type: 'boundary', boundary: 'administrative', admin_level: level };
      return { id, members: [{ id: 1, role: 'outer' }], tags };
    };
    const archive = built({
      ways: [{ id: 2, refs: [1, 2], tags: { waterway: 'river', name: 'Rhein' } }],
      relations: [border(1, '2'), border(2, '8')],
    });
    const waters = await archive.featuresAt(LAT, LNG, 9, 'water');
    expect(waters.map(({ properties }) => properties)).toEqual([{ kind: 'river', name: 'Rhein' }]);
    const borders = await archive.featuresAt(LAT, LNG, 7, 'boundaries');
    expect(borders.map(({ properties }) => properties)).toEqual([{ kind: 'country', kind_detail: 2 }]);
  });
});

describe('a coast', () => {
  /** East of the road, from south to north: land is on its left. */
  const coast = (id: number, lats: number[]) => {
    const nodes = lats.map((lat, index) => ({ id: id + index, lat, lng: LNG + 0.05 }));
    return { nodes, way: { id, refs: nodes.map((node) => node.id), tags: { natural: 'coastline' } } };
  };

  it('has the sea on its right, over the land of the cells around', async () => {
    const whole = coast(30, [46, 47, 48]);
    const archive = built({ nodes: whole.nodes, ways: [whole.way] });
    const [sea] = await archive.featuresAt(LAT, LNG, 10, 'water');
    expect(sea).toMatchObject({ type: 'polygon', properties: { kind: 'ocean' } });
    expect(await archive.featuresAt(LAT, LNG, 10, 'earth')).not.toEqual([]);
    expect(await archive.featuresAt(LAT, LNG, 9, 'earth')).toEqual([]);
  });

  it('that ends in the extract leaves land and sea to the shipped map', async () => {
    const broken = coast(30, [46, 47.001]);
    const archive = built({ nodes: broken.nodes, ways: [broken.way] });
    // In the middle of the cell in which it ends.
    for (const layer of ['water', 'earth'])
      expect(await archive.featuresAt(LAT + 0.001, LNG + 0.025, 14, layer)).toEqual([]);
    expect(await archive.featuresAt(LAT + 0.001, LNG + 0.005, 14, 'roads')).not.toEqual([]);
  });
});

describe('names', () => {
  it.each([
    [{ place: 'town', name: 'Vaduz', population: '5696' }, 'places', 8, { kind: 'locality', population_rank: 4 }],
    [{ place: 'hamlet', name: 'Gaflei' }, 'places', 12, { name: 'Gaflei' }],
    [{ natural: 'peak', name: 'Grauspitz', ele: '2599.3' }, 'pois', 12, { kind: 'peak', elevation: 2_599 }],
    [{ mountain_pass: 'yes', name: 'Clingmans', ele: '6643 ft' }, 'pois', 11, { kind: 'pass', elevation: 2_025 }],
  ])('of a node with the tags %j are in the layer %s from zoom %d on', async (tags, layer, minZoom, properties) => {
    const archive = built({ nodes: [{ id: 3, lat: LAT, lng: LNG, tags }] });
    const [named, ...more] = await archive.featuresAt(LAT, LNG, minZoom, layer);
    expect(more).toEqual([]);
    expect(named).toMatchObject({ type: 'point', properties });
    expect(await archive.featuresAt(LAT, LNG, minZoom - 1, layer)).toEqual([]);
  });

  it('are left out where there are none, or where a node is off the earth', async () => {
    const archive = built({
      nodes: [
        { id: 3, lat: LAT, lng: LNG, tags: { natural: 'peak' } },
        { id: 4, lat: 91, lng: 9, tags: { natural: 'peak', name: 'Nowhere' } },
      ],
    });
    expect(await archive.featuresAt(LAT, LNG, 14, 'pois')).toEqual([]);
    expect(archive.built.skipped.nodesOffEarth).toBe(1);
  });
});

describe('the archive', () => {
  it('says its bounds, zooms, layers and date', async () => {
    const { archive, built: region } = built({});
    expect(await archive.getHeader()).toMatchObject({ specVersion: 3, minZoom: 7, maxZoom: 14, tileType: 1 });
    expect(region).toMatchObject({ date: '2026-11-01T00:00:00.000Z' });
    expect(region.bounds.west).toBeCloseTo(LNG - 0.01, 5);
    expect(region.bounds.north).toBeCloseTo(LAT + 0.002, 5);
    const { vector_layers: layers } = (await archive.getMetadata()) as { vector_layers: { id: string }[] };
    expect(layers.map(({ id }) => id)).toEqual(expect.arrayContaining(['roads', 'water', 'places']));
  });

  // Aim: an extract without roads, such as one of an islet, is a map too; a time that is none is left out.
  it('of places alone has bounds, and no date if the extract says none that can be', () => {
    const places = [{ id: 1, lat: LAT, lng: LNG, tags: { place: 'town', name: 'Vaduz' } }];
    const { bounds, date } = buildFrom(extractBytes({ nodes: places, timestamp: 1e15 })).built;
    expect([bounds.north, bounds.west]).toEqual([expect.closeTo(LAT, 5), expect.closeTo(LNG, 5)]);
    expect(date).toBeNull();
  });
});
