import type { ComponentType } from 'react';
import type { MapViewProps } from '../../map/map-view-props.js';

export interface DetailsPanelProps {
  driveId: string;
  /** Distance of the drive's start from the person or the searched place. */
  away?: string | undefined;
  /** True next to the map, which shows the drive. */
  isOnMap?: boolean;
  /** Opens the drive before or after this one in the result; null if there is none. */
  onPrevious?: (() => void) | null;
  onNext?: (() => void) | null;
  onClose: () => void;
}

/** Parts of the explore page from other modules; the app injects them and loads them on first display. */
export interface ExploreSlots {
  MapView: ComponentType<MapViewProps>;
  DetailsPanel: ComponentType<DetailsPanelProps>;
}
