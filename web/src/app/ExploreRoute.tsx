import { ExplorePage } from '../features/explore/ExplorePage.js';
import { exploreTexts } from '../texts/explore.js';
import { ErrorBoundary } from './ErrorBoundary.js';
import { lazyComponent } from '../components/lazy-component.js';
import { DetailsSlot } from './DetailsSlot.js';
import type { MapViewProps } from '../map/map-view-props.js';

const LazyMap = lazyComponent(() => import('../map/MapView.js'));

/** A failing map leaves the rest of the page intact. */
function MapView(props: MapViewProps) {
  return (
    <ErrorBoundary fallback={<p role="alert">{exploreTexts.mapFailed}</p>}>
      <LazyMap {...props} />
    </ErrorBoundary>
  );
}

/** Composes the explore page: its map and its details come from other features and load when they are shown. */
export default function ExploreRoute() {
  return <ExplorePage MapView={MapView} DetailsPanel={DetailsSlot} />;
}
