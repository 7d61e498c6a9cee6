// Aim: the Google adapter behaves like every map behind the port.
import { useEffect, useRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mapPortSuite, NO_SOURCES, recordEvents, type MapRig } from '../map-port.suite.js';
import type { LatLng } from '@switchback/geo/location';
import { drawnOf, FakeMap, FakeMarker, FakePolyline, installFakeGoogle } from './fake-google.js';

const made: FakeMap[] = [];

interface HostProps {
  options: { center: LatLng; zoom: number; mapTypeId: string };
  onLoad: (map: FakeMap) => void;
}

// Google's components fetch its script; here they mount the fake instead.
vi.mock('@react-google-maps/api', () => ({
  useJsApiLoader: () => ({ isLoaded: true, loadError: undefined }),
  GoogleMap: function GoogleMap({ options, onLoad }: HostProps) {
    const element = useRef<HTMLDivElement>(null);
    const begun = useRef(false);
    useEffect(() => {
      if (begun.current || element.current === null) return;
      begun.current = true;
      const map = new FakeMap(element.current, options);
      made.push(map);
      onLoad(map);
      map.fire('projection_changed');
    });
    return <div ref={element} data-map="google" />;
  },
}));

const { createMap } = await import('./google-map.js');

function openRig(): MapRig {
  installFakeGoogle();
  const element = document.createElement('div');
  document.body.append(element);
  const engine = () => made.at(-1)!;
  /** The port identifies drives by id, Google by path: the suite's two lines start in different places. */
  const idOf = (line: FakePolyline) => (line.options.path?.[0]?.lat === 35 ? 'road' : 'pass');
  const of = (id: string, hit: boolean) =>
    drawnOf(FakePolyline).find((line) => idOf(line) === id && (line.options.clickable === false) !== hit)!;
  const circles = () => drawnOf(FakeMarker).filter(({ options }) => options.icon !== undefined && !options.draggable);
  const clusters = () => circles().filter(({ options }) => options.clickable !== false);
  const handles = () => drawnOf(FakeMarker).filter(({ options }) => options.draggable);
  /** The pin of a single drive has no number. */
  const label = ({ options }: FakeMarker) => (options.label as { text: string } | null)?.text ?? '1';
  const act = (what: () => void) => Promise.resolve(what());
  return {
    create: (options) => createMap(element, options, { ...NO_SOURCES, googleMapsApiKey: 'key' }),
    lines: () =>
      Promise.resolve(
        drawnOf(FakePolyline)
          .filter(({ options }) => options.clickable === false)
          .map(idOf),
      ),
    lineLook: (id) => {
      const { strokeColor = '', strokeWeight = 0, strokeOpacity = 0 } = of(id, false).options;
      return Promise.resolve({ color: strokeColor, weight: strokeWeight, opacity: strokeOpacity });
    },
    clusterLabels: () => Promise.resolve(clusters().map(label)),
    markerCount: () => Promise.resolve(drawnOf(FakeMarker).filter(({ options }) => options.icon === undefined).length),
    cursor: () =>
      Promise.resolve(
        circles()
          .find(({ options }) => options.clickable === false)
          ?.getPosition() ?? null,
      ),
    hoverLine: (id) =>
      act(() =>
        id === null
          ? drawnOf(FakePolyline).forEach((line) => line.fire('mouseout'))
          : of(id, true).fire('mousemove', { latLng: null }),
      ),
    clickLine: (id) => act(() => of(id, true).fire('click', { latLng: null })),
    clickCluster: (text) =>
      act(() =>
        clusters()
          .find((marker) => label(marker) === text)
          ?.fire('click'),
      ),
    clickMap: () => act(() => engine().fire('click')),
    drag: () => act(() => engine().drag()),
    dragHandle: (title) =>
      act(() =>
        handles()
          .find(({ options }) => options.title === title)
          ?.drag({ lat: 34.9, lng: -82 }),
      ),
    dragLine: (id) =>
      act(() => {
        const { path = [] } = of(id, true).options;
        of(id, true).fire('mousemove', { latLng: { ...path[0], toJSON: () => path[0] } });
        of(id, true).fire('mouseout');
        handles()
          .find(({ options }) => options.title === undefined)
          ?.drag({ lat: 35, lng: -82.1 });
      }),
    isGone: () => drawnOf(FakePolyline).length === 0 && element.querySelector('[data-map]') === null,
  };
}

describe('the map port on Google Maps', () => {
  mapPortSuite(openRig);

  // Aim: as on the other engine, a tap shows the surroundings of the person, and counts as a move by hand.
  it('has a button that moves the map to the device', async () => {
    const { events, recorded } = recordEvents();
    vi.stubGlobal('navigator', {
      geolocation: {
        getCurrentPosition: (found: PositionCallback) =>
          found({ coords: { latitude: 35.6, longitude: -82.5 } } as GeolocationPosition),
      },
    });
    const map = await openRig().create({
      look: { type: 'roadmap', dark: false, units: 'miles' },
      bounds: null,
      location: { lat: 40, lng: -80 },
      zoom: 6,
      label: 'A map',
      cooperative: false,
      events,
    });
    made.at(-1)?.controls[0]?.[0]?.click();
    expect(map.position().location).toEqual({ lat: 35.6, lng: -82.5 });
    made.at(-1)?.fire('idle');
    expect(recorded.at(-1)).toMatchObject({ name: 'onMoveEnd', args: [{}, true] });
    map.destroy();
    vi.unstubAllGlobals();
  });
});
