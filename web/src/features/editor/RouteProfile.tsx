import { Suspense, useMemo } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import type { Slot } from './route-state.js';
import type { RouteWork } from './use-route-editor.js';

const RouteElevation = lazyComponent(() => import('../elevation/RouteElevation.js'), 'nothing');

/** Shows the elevation profile of the route; nothing if no leg has heights. */
export function RouteProfile({
  points: { slots, interests },
  directions,
  cut,
}: Pick<RouteWork, 'points' | 'directions' | 'cut'>) {
  const places = useMemo(
    () => [...interests.flatMap(placeOf('interest')), ...slots.slice(1, -1).flatMap(placeOf('stop'))],
    [slots, interests],
  );
  if (directions === null || directions.legs.every(({ elevation = '' }) => elevation === '')) return null;
  return (
    <Suspense>
      <RouteElevation legs={directions.legs} places={places} cut={cut} />
    </Suspense>
  );
}

function placeOf<Kind extends 'interest' | 'stop'>(kind: Kind) {
  return ({ label, location }: Slot) => (location === null ? [] : [{ label, location, kind }]);
}
