/** Props of the panel with a drive's details, which the app injects into the pages that open drives. */
export interface DetailsPanelProps {
  driveId: string;
  /** Distance of the drive's start from the person or the searched place. */
  away?: string | undefined;
  /** True next to the map, which shows the drive. */
  isOnMap?: boolean;
  /** Opens the drive before or after this one in the list; null if there is none. */
  onPrevious?: (() => void) | null;
  onNext?: (() => void) | null;
  onClose: () => void;
}
