import type { ReactNode } from 'react';
import type { DriveCardData } from '../../../api/types.js';
import type { Away } from '../results/use-away.js';
import type { Origin } from '../../../lib/drives/away-text.js';
import type { DriveSearch } from '../results/use-drive-search.js';

/** Props of the cards, wherever they are. */
export interface CardsProps {
  search: DriveSearch;
  away: Away;
  origin: Origin | null;
  activeId: string | null;
  hoveredId: string | null;
  onOpen: (drive: DriveCardData) => void;
  onHover: (id: string | null) => void;
  /** Drives ticked for a comparison. */
  compared: readonly string[];
  onCompare: (id: string, isTicked: boolean) => void;
  empty: ReactNode;
}
