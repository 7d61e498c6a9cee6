/** Note of straight legs between places for which the installation has no roads. */
export const NO_ROADS_NOTE = 'Straight line: road data isn’t available here';
