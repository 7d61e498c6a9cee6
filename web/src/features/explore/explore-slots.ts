import type { ComponentType } from 'react';
import type { MapViewProps } from './map-view-props.js';

export interface DetailsPanelProps {
  driveId: string;
  onClose: () => void;
}

/** Parts of the explore page from other modules; the app injects them and loads them on first display. */
export interface ExploreSlots {
  MapView: ComponentType<MapViewProps>;
  DetailsPanel: ComponentType<DetailsPanelProps>;
}
