import { ExplorePage } from '../features/explore/ExplorePage.js';
import { exploreTexts } from '../texts/explore.js';
import { ErrorBoundary } from './ErrorBoundary.js';
import { part } from '../components/part.js';
import type { DetailsPanelProps } from '../features/explore/explore-slots.js';
import type { MapViewProps } from '../features/explore/map-view-props.js';

const LazyMap = part(() => import('../map/MapView.js'));
const LazyDetails = part(() => import('../features/details/DetailsPanel.js'));

/** A map that breaks leaves the rest of the page as it is. */
function MapView(props: MapViewProps) {
  return (
    <ErrorBoundary fallback={<p role="alert">{exploreTexts.mapFailed}</p>}>
      <LazyMap {...props} />
    </ErrorBoundary>
  );
}

function DetailsPanel(props: DetailsPanelProps) {
  return (
    <ErrorBoundary key={props.driveId}>
      <LazyDetails {...props} />
    </ErrorBoundary>
  );
}

/** The explore page put together: its map and its details come from elsewhere and load when they show. */
export default function ExploreRoute() {
  return <ExplorePage MapView={MapView} DetailsPanel={DetailsPanel} />;
}
