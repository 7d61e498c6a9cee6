import type { ComponentType } from 'react';
import type { MapViewProps } from './map-view-props.js';

export interface DetailsPanelProps {
  driveId: string;
  onClose: () => void;
}

/** Parts of the explore page that come from elsewhere; the app puts them together, and loads them when they show. */
export interface ExploreSlots {
  MapView: ComponentType<MapViewProps>;
  DetailsPanel: ComponentType<DetailsPanelProps>;
}
