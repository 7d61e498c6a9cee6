import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineLengthMeters, partsOf } from '@switchback/geo/parts';
import { withElevations } from '@switchback/geo/elevation';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { normalizeFeature, type NormalizedDrive } from './normalize-feature.js';
import { LINE, lineString, multiLine, raw, taken } from './raw-feature.fixture.js';

describe('a drive from a feature', () => {
  it('has the values of the feature, and computes the rest', () => {
    // Aim: a plain feature yields every field of a drive.
    const drive = taken(
      raw({
        description: 'Up and over.',
        duration: 3_600.4,
        tags: ['mountain', 'feature:Tunnel', 'forest'],
        states: ['nc', 'TN', 'NC'],
        distanceMiles: 120,
        durationText: '1 to 3 days',
      }),
    );
    expect(drive).toMatchObject({
      key: 'a',
      title: 'Ridge road',
      description: 'Up and over.',
      path: LINE.map(([lng, lat]) => ({ lng, lat })),
      durationSeconds: 3_600,
      durationSource: 'given',
      tags: [
        { category: 'environment', name: 'mountain' },
        { category: 'feature', name: 'tunnel' },
        { category: 'environment', name: 'forest' },
      ],
      claimedStates: ['NC', 'TN'],
      bounds: { north: 35.6, south: 35.5, west: -82.6, east: -82.5 },
      curviness: { valueMeters: null, perKilometer: null, enoughDetail: false },
      degreesPerKm: 0,
      notes: [],
    });
    expect(drive.distanceMeters / 14_340).toBeCloseTo(1, 2);
    expect(decodePolyline(drive.overviewPath)).toEqual(drive.path);
    expect(drive.contentHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('accepts a line that crosses itself, and one across the antimeridian in any notation', () => {
    // Aim: both are real drives; the second has a narrow box and the length of its road.
    const eight = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ];
    expect(taken(raw({}, lineString(eight))).path).toHaveLength(5);
    const wrapped = taken(
      raw(
        {},
        lineString([
          [179.9, -17],
          [-179.9, -17.1],
        ]),
      ),
    );
    const continued = taken(
      raw(
        {},
        lineString([
          [179.9, -17],
          [180.1, -17.1],
        ]),
      ),
    );
    const cut = taken(
      raw(
        {},
        multiLine([
          [
            [179.9, -17],
            [180, -17.05],
          ],
          [
            [-180, -17.05],
            [-179.9, -17.1],
          ],
        ]),
      ),
    );
    for (const drive of [wrapped, continued, cut]) {
      expect(drive.bounds).toEqual({ north: -17, south: -17.1, west: 179.9, east: -179.9 });
      expect(drive.distanceMeters / 24_000).toBeCloseTo(1, 1);
    }
    expect(continued.path).toEqual(wrapped.path);
  });

  it('leaves out heights that no road has, in any of its parts, with a note', () => {
    const part = (south: number, bad: (index: number) => boolean) =>
      Array.from({ length: 50 }, (_, index) => [9, south + index / 1_000, bad(index) ? 0 : 1_800 + index]);
    const parts = [part(47, (index) => index < 2), part(48, (index) => index === 30)];
    const drive = taken(raw({}, { type: 'MultiLineString', coordinates: parts }));
    const heights = withElevations(drive.path, drive.elevation).map(({ elevation }) => elevation);
    expect(heights.filter((height) => height === undefined)).toHaveLength(3);
    expect(heights.filter((height) => height !== undefined && height < 1_800)).toEqual([]);
    expect(drive.notes).toContain('3 heights that no road has were left out.');
    const [one] = [taken(raw({}, lineString(part(47, (index) => index === 30))))];
    expect(one.notes).toEqual(['One height that no road has was left out.']);
  });

  it('refuses a line that is longer than the way around the earth', () => {
    const globe = Array.from({ length: 20_000 }, (_, at) => [((at * 101) % 360) - 180, ((at * 37) % 120) - 50]);
    expect(normalizeFeature(raw({}, lineString(globe)))).toEqual({ refused: 'Its line is longer than 40,000 km.' });
  });

  it('accepts 200,000 points', () => {
    // Aim: the largest allowed line is imported whole, with a small overview, fast enough to wait for.
    const long = Array.from({ length: 200_000 }, (_, index) => [index / 1e4, 10 + Math.sin(index / 900) / 10]);
    const began = process.threadCpuUsage();
    const drive = taken(raw({}, lineString(long)));
    expect(drive.path).toHaveLength(200_000);
    expect(decodePolyline(drive.overviewPath)).toHaveLength(200);
    expect(drive.curviness.enoughDetail).toBe(true);
    expect(process.threadCpuUsage(began).user).toBeLessThan(20_000_000);
  }, 120_000);

  it('stores heights next to the line, and drops repeated points and decimals after the fifth', () => {
    // Aim: the stored and the encoded line are equal; invalid elevations are dropped.
    const drive = taken(
      raw(
        {},
        lineString([
          [-82.5000001, 35.5, 900, 1],
          [-82.5, 35.5],
          [-82.6, 35.6, 'x'],
          [-82.7, 35.7, -9999],
          [-82.8, 35.8, 910.25],
        ]),
      ),
    );
    expect(withElevations(drive.path, drive.elevation).map(({ elevation }) => elevation)).toEqual([
      900,
      undefined,
      undefined,
      910.3,
    ]);
    const flat = [
      [-82.5, 35.5, 0],
      [-82.6, 35.6, 0],
    ];
    expect(taken(raw({}, lineString(flat))).elevation).toBe('');
    expect(drive.path).toEqual([
      { lng: -82.5, lat: 35.5 },
      { lng: -82.6, lat: 35.6 },
      { lng: -82.7, lat: 35.7 },
      { lng: -82.8, lat: 35.8 },
    ]);
  });

  it('joins parts that meet, and keeps the rest as parts of the drive', () => {
    // Aim: no part is dropped without a note; lines of a collection count, its points do not.
    const joined = taken(
      raw(
        {},
        multiLine([
          [LINE[2], LINE[1]],
          [LINE[0], LINE[1]],
        ]),
      ),
    );
    expect(joined.notes).toEqual([]);
    expect(joined.path).toHaveLength(3);
    const apart = taken(
      raw(
        {},
        multiLine([
          [
            [0, 0],
            [0, 1],
          ],
          LINE,
          [[5, 5]],
        ]),
      ),
    );
    expect(partsOf(apart.path).map(({ length }) => length)).toEqual([2, LINE.length]);
    expect(apart.notes).toEqual([
      'Its 2 parts do not all meet: it is a drive in 2 parts.',
      '1 of its parts had fewer than two different points.',
    ]);
    const geometries = [
      { type: 'Point', coordinates: [0, 0] },
      lineString(LINE),
      { type: 'GeometryCollection', geometries: [] },
    ];
    expect(taken(raw({}, { type: 'GeometryCollection', geometries })).path).toHaveLength(3);
  });

  it('cleans and truncates texts, with a note', () => {
    // Aim: texts are plain, without characters that a database refuses, within the product's length limits.
    const drive = taken(
      raw({
        title: ` A\u0000\tlong\n\ntitle \ud800 ${'🚗'.repeat(200)}`,
        description: `<b>x</b>\r\n\r\n\r\n\r\ny\u0007 ${'z'.repeat(6_000)}`,
      }),
    );
    expect(drive.title).toMatch(/^A long title \ufffd 🚗+$/u);
    expect(drive.title.length).toBeLessThanOrEqual(200);
    expect(drive.title).not.toMatch(/\p{Cs}/u);
    expect(drive.description).toMatch(/^<b>x<\/b>\n\ny z+$/);
    expect(drive.description).toHaveLength(5_000);
    expect(drive.notes).toEqual([
      'Its title was cut to 200 characters.',
      'Its description was cut to 5,000 characters.',
    ]);
    expect(taken(raw({ title: 66 })).title).toBe('66');
    expect(taken({ ...raw(), properties: { name: 'By name' } }).title).toBe('By name');
  });

  it('omits unusable values, with a note', () => {
    // Aim: a property of the wrong kind costs only itself.
    const { tags, claimedStates, description, durationSource, notes } = taken(
      raw({
        tags: ['mountain', 'haunted', 7, 'feature:mountain'],
        states: ['North Carolina', 'NC'],
        duration: '1 h',
        description: 5,
      }),
    );
    expect({ tags, claimedStates, description, durationSource }).toEqual({
      tags: [{ category: 'environment', name: 'mountain' }],
      claimedStates: ['NC'],
      description: '',
      durationSource: 'estimated',
    });
    expect(notes).toEqual([
      'Its description is not a text and was ignored.',
      'Its duration is not a number of seconds that a drive can take and was ignored.',
      'Unknown tags were left out: haunted, feature:mountain.',
      'States that are not postal codes were left out: North Carolina.',
    ]);
    for (const duration of [0, -1, NaN, Infinity, 1e12, true, {}]) {
      expect(taken(raw({ duration })).notes).toHaveLength(1);
    }
    expect(taken(raw({ tags: 'coast, mountain', states: 'CA,OR' }))).toMatchObject({
      tags: [{ name: 'coast' }, { name: 'mountain' }],
      claimedStates: ['CA', 'OR'],
    });
    expect(taken(raw({ tags: ['constructor', '__proto__:x', 'environment:toString'], states: {} })).tags).toEqual([]);
  });

  it('uses the recorded duration of the parts it keeps, unless it is impossible by car', () => {
    // Aim: the time stamps of all parts count, but only if they are plausible for a drive.
    const parts = multiLine([
      [LINE[0], LINE[1]],
      [LINE[1], LINE[2]],
      [
        [0, 0],
        [0, 0.01],
      ],
    ]);
    const recorded = (...recordedSeconds: (number | null)[]): NormalizedDrive =>
      taken({ ...raw({}, parts), recordedSeconds });
    expect(recorded(600, 300.4, 9)).toMatchObject({ durationSeconds: 909, durationSource: 'recorded' });
    expect(recorded(600, null, 9).durationSource).toBe('estimated');
    expect(recorded(1, 1, 9).durationSource).toBe('estimated');
    expect(recorded(1, 1, 9).notes.at(-1)).toContain('duration was estimated');
    expect(recorded(1e7, 1, 9).durationSource).toBe('estimated');
    expect(taken({ ...raw({ duration: 60 }, parts), recordedSeconds: [600, 300, 9] }).durationSource).toBe('given');
  });
});

describe('the key and the hash of a feature', () => {
  it('depends on the id, else on title and geometry', () => {
    // Aim: an edited feature with an id stays the same drive; without one, only texts other than the title may change.
    expect(taken({ ...raw(), id: 100_001 }).key).toBe('100001');
    expect(taken({ ...raw({ id: 'inner' }), id: undefined }).key).toBe('inner');
    const nameless = (properties = {}, geometry?: unknown): string =>
      taken({ ...raw(properties, geometry), id: null }).key;
    expect(nameless()).toMatch(/^content-[0-9a-f]{32}$/);
    expect(nameless({ description: 'New words' })).toBe(nameless());
    expect(nameless({ title: 'Other' })).not.toBe(nameless());
    expect(nameless({}, lineString(LINE.slice(1)))).not.toBe(nameless());
    const long = taken({ ...raw(), id: 'x'.repeat(201) });
    expect(long.key).toBe(nameless());
    expect(long.notes[0]).toContain('id');
    expect(taken({ ...raw(), id: {} }).key).toBe(nameless());
  });

  it('changes with every relevant value and no other', () => {
    // Aim: the same file again changes nothing, and an edited feature is detected.
    const hash = (properties = {}, geometry?: unknown): string => taken(raw(properties, geometry)).contentHash;
    expect(hash({ irrelevant: 1, tags: ['unheard-of'] })).toBe(hash());
    expect(hash({}, lineString(LINE.map((at) => [...at, 0])))).toBe(hash());
    const edits = [
      hash({ title: 'Other' }),
      hash({ description: 'x' }),
      hash({ duration: 5 }),
      hash({ tags: ['lake'] }),
      hash({ states: ['NC'] }),
      hash({}, lineString(LINE.toReversed())),
      hash({}, lineString(LINE.map((at) => [...at, 500]))),
    ];
    expect(new Set([hash(), ...edits]).size).toBe(edits.length + 1);
  });
});

describe('any feature', () => {
  it('satisfies all invariants, or is rejected with a sentence', () => {
    // Aim: arbitrary JSON in any place never throws, and accepted features are consistent.
    const near = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const position = fc.oneof(
      { weight: 20, arbitrary: fc.tuple(near, near) },
      fc.tuple(fc.double({ min: -400, max: 400 }), fc.double({ min: -100, max: 100 })),
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const coordinates = fc.array(position, { maxLength: 8 });
    const geometry = fc.oneof(
      coordinates.map(lineString),
      fc.array(coordinates, { maxLength: 5 }).map(multiLine),
      fc.jsonValue(),
      fc.record({ type: fc.constant('GeometryCollection'), geometries: fc.array(coordinates.map(lineString)) }),
    );
    const loose = fc.dictionary(
      fc.constantFrom('description', 'duration', 'tags', 'states', 'id', '__proto__'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.jsonValue(), loose, geometry, (id, properties, shape) => {
        const normalized = normalizeFeature({ id, properties: { title: 'x', ...properties }, geometry: shape });
        if ('refused' in normalized) {
          expect(normalized.refused).toMatch(/^[A-Z].*\.$/s);
          return;
        }
        const { drive } = normalized;
        expect(decodePolyline(encodePolyline(drive.path))).toEqual(drive.path);
        expect(drive.path.length).toBeGreaterThanOrEqual(2);
        expect(drive.distanceMeters).toBeCloseTo(lineLengthMeters(drive.path), 6);
        expect(drive.durationSeconds === null).toBe(drive.durationSource === 'estimated');
        expect(drive.durationSeconds ?? 1).toBeGreaterThan(0);
        expect(drive.degreesPerKm).toBeGreaterThanOrEqual(0);
        expect(drive.key).toMatch(/^.{1,200}$/s);
        expect(decodePolyline(drive.overviewPath).length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 1_000 },
    );
  });
});
