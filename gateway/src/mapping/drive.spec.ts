// Aim: every drive has a curviness, also one from a release that did not measure it; its shares are for its owner and
// staff alone.
import { expect, it } from '@jest/globals';
import { encodePolyline } from '@switchback/geo/polyline';
import type { Caller } from '@switchback/platform/rpc/call';
import { details, drive } from '@switchback/testing/fake-drives';
import { toDetails } from './drive.js';

const ANN: Caller = { userId: 'ann', accountType: 'free' };

const FINE = { value: 420, perKilometer: 34, enoughDetail: true };
/** Right angles every 800 m or so. */
const STAIRS = Array.from({ length: 40 }, (_, index) => ({
  lat: 40 + Math.floor(index / 2) / 125,
  lng: -100 + Math.ceil(index / 2) / 100,
}));

it('returns the measure with its band', () => {
  const { curviness, curvinessFine } = toDetails(details(drive({ curviness: { ...FINE, degreesPerKm: 212.5 } })));
  expect(curviness).toEqual({ band: 'relentless', degreesPerKm: 212.5 });
  expect(curvinessFine).toEqual({ value: 420, perKilometer: 34 });
});

it('measures the overview if the message lacks it', () => {
  const older = { ...FINE, value: undefined, perKilometer: undefined, enoughDetail: false, degreesPerKm: undefined };
  for (const curviness of [older, undefined]) {
    const shown = toDetails(details(drive({ curviness, overviewPath: encodePolyline(STAIRS) })));
    expect(shown.curviness.band).toBe('twisty');
    expect(shown.curvinessFine).toBeNull();
    const pathless = toDetails(details(drive({ curviness, overviewPath: '' })));
    expect(pathless.curviness).toEqual({ band: 'gentle', degreesPerKm: 0 });
  }
});

it('has the shares of a private drive for its owner and staff, even if there are none', () => {
  const own = details(drive({ privacy: 'private', creator: { id: 'ann', username: 'Ann' } }));
  const isListed = (caller: Caller | null) => 'privateShares' in toDetails(own, caller);
  expect(toDetails(own, ANN)).toMatchObject({ isPrivate: true, privateShares: [] });
  expect(isListed({ userId: 'staff', accountType: 'admin' })).toBe(true);
  expect([isListed({ userId: 'bob', accountType: 'hero' }), isListed(null)]).toEqual([false, false]);
  expect(toDetails(details(drive({})), ANN)).toMatchObject({ isPrivate: false });
  expect(toDetails(details(drive({})), ANN)).not.toHaveProperty('privateShares');
});
