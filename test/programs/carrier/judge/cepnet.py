"""Reads CEPNet from a gray picture: 47 bars on one line, told apart by whether their upper half is dark."""

import numpy as np
from PIL import Image

from tables import BARS, postal_code_digit

PITCH_MM = 25.4 / 22
TALL_MM = 3.175
COUNT = 47
ANGLES = (0, -2, 2, -1, 1, -3, 3, -1.5, 1.5, -2.5, 2.5)


def read(picture, dpi):
    """The eight digits, or None."""
    for angle in ANGLES:
        straight = picture if angle == 0 else picture.rotate(angle, resample=Image.BILINEAR, fillcolor=255)
        digits = read_straight(np.asarray(straight, dtype=float), dpi)
        if digits:
            return digits
    return None


def read_straight(gray, dpi):
    smooth = (gray + np.roll(gray, 1, 0) + np.roll(gray, -1, 0)) / 3
    dark = smooth < (np.percentile(smooth, 0.5) + np.percentile(smooth, 60)) / 2
    millimeter = dpi / 25.4
    for row in range(dark.shape[0] - 1, int(TALL_MM * millimeter), -1):
        centers = comb(dark[row], PITCH_MM * millimeter)
        if centers is None:
            continue
        # This row crosses the feet, at their lowest: tall bars go on two millimeters higher, short ones do not.
        upper = dark[int(row - 2.5 * millimeter) : int(row - 1.8 * millimeter)]
        bars = "".join("1" if upper[:, int(round(x))].mean() > 0.5 else "0" for x in centers)
        digits = digits_of(bars)
        if digits:
            return digits
    return None


def comb(row, pitch):
    """The centers of exactly 47 dark runs at one pitch, with white on both sides."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
    starts, ends = edges[::2], edges[1::2]
    if len(starts) < COUNT:
        return None
    centers = (starts + ends - 1) / 2
    regular = np.abs(np.diff(centers) - pitch) < 0.3 * pitch
    # Ends of stretches of regular gaps: exactly as many as 47 bars have between them.
    changes = np.flatnonzero(np.diff(np.concatenate(([0], regular.astype(np.int8), [0]))))
    for first, last in zip(changes[::2], changes[1::2]):
        if last - first == COUNT - 1:
            return centers[first : last + 1]
    return None


def digits_of(bars):
    if bars[0] != "1" or bars[-1] != "1":
        return None
    groups = [bars[1 + 5 * index : 6 + 5 * index] for index in range(9)]
    if any(group not in BARS for group in groups):
        return None
    digits = "".join(BARS[group] for group in groups)
    return digits[:8] if postal_code_digit(digits[:8]) == digits[8] else None
