/**
 * Meters of ascent along the lines of `terrainLines`, from the bilinear reading of the tile by GDAL 3.10.3 (rasterio
 * 1.4.4), which rounds to meters, every 30 m. Printed by gdal-gains.py in a folder with the tile of `writeTerrain` and
 * the lines as lines.json.
 */
export const GDAL_GAINS: readonly number[] = [
  675.4, 957.6, 790.3, 548.3, 562.5, 967.3, 1169.4, 945.7, 1171.6, 1228.4, 1258.3, 1685.6, 1793.9, 1773.2, 2043.1,
  1614.2, 1943.4, 1685.4, 1959.1, 1877.5,
];
