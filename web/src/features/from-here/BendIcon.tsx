import type { CurvinessBand } from '@switchback/contracts/rules/curviness';

/** A road from above: the curvier the band, the more bends. */
const ROADS: Readonly<Record<CurvinessBand, string>> = {
  gentle: 'M2 14c7 0 13 -4 20 -4',
  winding: 'M2 15c6 0 5 -6 10 -6s4 6 10 6',
  twisty: 'M2 15c4 0 3 -7 6.500 -7s3 8 6.500 8s3 -8 7 -8',
  relentless: 'M2 12c0 -7 4 -7 4 0s4 7 4 0s4 -7 4 0s4 7 4 0s4 -7 4 0',
};

/** The curviness of a road as a picture; next to its name. */
export function BendIcon({ band }: { band: CurvinessBand }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d={ROADS[band]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
