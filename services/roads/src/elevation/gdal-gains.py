"""Prints the gain of each line of lines.json, from GDAL's bilinear reading of N47E009.hgt.

Shares no code with the product: the numbers in gdal-gains.fixture.ts come from it.

    pip install rasterio
    python gdal-gains.py FOLDER
"""
import json
import math
import sys

import numpy as np
import rasterio
from rasterio.enums import Resampling
from rasterio.windows import Window


def meters(a, b):
    p, q = math.radians(a["lat"]), math.radians(b["lat"])
    d = math.radians(b["lng"] - a["lng"])
    h = math.sin((q - p) / 2) ** 2 + math.cos(p) * math.cos(q) * math.sin(d / 2) ** 2
    return 2 * 6371008.8 * math.asin(math.sqrt(h))


def sampled(line, step):
    """Equal steps along the line."""
    along = np.concatenate([[0], np.cumsum([meters(a, b) for a, b in zip(line, line[1:])])])
    at = np.linspace(0, along[-1], math.ceil(along[-1] / step) + 1)
    lat = np.interp(at, along, [p["lat"] for p in line])
    lng = np.interp(at, along, [p["lng"] for p in line])
    return at, lat, lng


def read(src, lat, lng):
    inverse = ~src.transform
    heights = []
    for y, x in zip(lat, lng):
        column, row = inverse * (x, y)
        window = Window(column - 0.5, row - 0.5, 1, 1)
        heights.append(src.read(1, window=window, out_shape=(1, 1), resampling=Resampling.bilinear)[0, 0])
    return np.array(heights, dtype=float)


def gain_of(at, heights):
    """Moving average over 100 m, narrower at the ends; then climbs of at least 5 m."""
    fine = np.arange(0, at[-1], 5.0)
    h = np.interp(fine, at, heights)
    total = np.concatenate([[0], np.cumsum(h)])
    n = len(h)
    half = np.minimum(10, np.minimum(np.arange(n), n - 1 - np.arange(n)))
    low, high = np.arange(n) - half, np.arange(n) + half
    smooth = (total[high + 1] - total[low]) / (high - low + 1)
    gain, base, top, rising = 0.0, smooth[0], smooth[0], False
    for value in smooth:
        if rising:
            top = max(top, value)
            if top - value >= 5:
                gain, base, rising = gain + top - base, value, False
        else:
            base = min(base, value)
            if value - base >= 5:
                top, rising = value, True
    return gain + (top - base if rising else 0)

folder = sys.argv[1]
lines = json.load(open(f"{folder}/lines.json"))
out = []
with rasterio.open(f"{folder}/N47E009.hgt") as src:
    for line in lines:
        at, lat, lng = sampled(line, 30)
        heights = read(src, lat, lng)
        out.append(round(gain_of(at, heights), 1))
print(json.dumps(out))
