import { useMediaQuery } from '@mantine/hooks';
import type { View } from '../explore-state.js';

/* As in Layout.module.css. */
const PHONE = '(max-width: 550px)';
const SHORT = '(min-width: 551px) and (max-height: 520px)';
const WIDE = '(min-width: 1100px)';
const THREE_COLUMNS = '(min-width: 1400px) and (min-height: 521px)';
const ONE_COLUMN = '(max-width: 759.98px) and (min-height: 521px), (max-width: 550px)';

export interface Layout {
  /** Place of the map's cards: in a sheet over its lower edge, in a column next to it, or in a row below it. */
  cards: 'sheet' | 'beside' | 'below';
  /** The open drive is in the sheet, not next to the results. */
  opensInSheet: boolean;
  /** The open drive covers the cards next to the map. */
  coversCards: boolean;
  /** The open drive covers the whole page. */
  coversPage: boolean;
}

/** Returns the arrangement of the explore page in this window. */
export function useLayout(view: View, isDriveOpen: boolean): Layout {
  const phone = useMatches(PHONE);
  const short = useMatches(SHORT);
  const wide = useMatches(WIDE);
  const threeColumns = useMatches(THREE_COLUMNS);
  const oneColumn = useMatches(ONE_COLUMN);
  const cards = phone ? 'sheet' : short || wide ? 'beside' : 'below';
  const opensInSheet = view === 'map' && cards === 'sheet';
  return {
    cards,
    opensInSheet,
    coversCards: isDriveOpen && view === 'map' && cards === 'beside' && !threeColumns,
    coversPage: isDriveOpen && oneColumn && !opensInSheet,
  };
}

function useMatches(query: string): boolean {
  return useMediaQuery(query, false, { getInitialValueInEffect: false }) ?? false;
}
