import type { ComponentType } from 'react';
import type { DetailsPanelProps } from '../../components/details-slot.js';
import type { MapViewProps } from '../../map/map-view-props.js';

/** Parts of the explore page from other modules; the app injects them and loads them on first display. */
export interface ExploreSlots {
  MapView: ComponentType<MapViewProps>;
  DetailsPanel: ComponentType<DetailsPanelProps>;
}
