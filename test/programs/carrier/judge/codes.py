"""Reads the codes of printed letters and labels from pictures, clean and as a worn sheet gives them."""

import re
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import zxingcpp
from PIL import Image, ImageFilter
from pylibdmtx import pylibdmtx

import cepnet
import tables

# The window, in millimeters from the top left corner of the page.
WINDOW = (20, 45, 90, 45)
INK, PAPER, NOISE, SKEW = 40, 225, 12, 2
RESOLUTIONS = (200, 300)


def pictures(path, pages, dpi, area=None):
    """The pages as gray pictures, drawn by poppler."""
    crop = []
    if area:
        left, top, width, height = (round(value * dpi / 25.4) for value in area)
        crop = ["-x", left, "-y", top, "-W", width, "-H", height]
    command = ["pdftoppm", "-gray", "-r", dpi, *crop, "-f", pages[0], "-l", pages[1], path]
    output = subprocess.run([str(part) for part in command], capture_output=True, check=True).stdout
    found, at = [], 0
    while at < len(output):
        header = re.match(rb"P5\s(\d+) (\d+)\s255\s", output[at : at + 64])
        width, height = int(header[1]), int(header[2])
        at += header.end() + width * height
        found.append(Image.frombytes("L", (width, height), output[at - width * height : at]))
    return found


def worn(picture, random):
    """Gray ink on gray paper, turned by two degrees, with noise."""
    turned = np.asarray(picture.rotate(SKEW, resample=Image.BICUBIC, fillcolor=255), dtype=float)
    gray = INK + turned * (PAPER - INK) / 255 + random.normal(0, NOISE, turned.shape)
    return Image.fromarray(np.clip(gray, 0, 255).astype(np.uint8))


def read_window(picture, dpi):
    """What each reader finds: texts of both Data Matrix readers, and the digits of CEPNet."""
    # Scanners smooth a noisy picture; zxing-cpp leaves that to whoever calls it.
    for shown in (picture, picture.filter(ImageFilter.GaussianBlur(dpi / 300))):
        first = zxingcpp.read_barcodes(shown, formats=zxingcpp.BarcodeFormat.DataMatrix)
        if first:
            break
    # libdmtx takes seconds for a whole window, so it gets the place that the other reader found, if any. Its limit is
    # of the clock on the wall, and ample for a busy machine.
    place = around(first[0].position, picture, dpi) if first else picture
    second = pylibdmtx.decode(place, max_count=1, timeout=5000)
    return [found.text for found in first], [found.data.decode("latin-1") for found in second], cepnet.read(picture, dpi)


def around(position, picture, dpi):
    corners = [position.top_left, position.top_right, position.bottom_left, position.bottom_right]
    margin = round(1.5 * dpi / 25.4)
    box = (
        max(0, min(corner.x for corner in corners) - margin),
        max(0, min(corner.y for corner in corners) - margin),
        min(picture.width, max(corner.x for corner in corners) + margin),
        min(picture.height, max(corner.y for corner in corners) + margin),
    )
    return picture.crop(box)


def judge_letters(folder, orders, profile, complain, statistics, seed):
    paths = sorted(folder.glob("*.pdf"))
    by_position = {order["position"]: order for order in orders}
    with_codes = {order["position"] for order in orders if order["way"] != "e_carta"}
    if {int(path.stem) for path in paths} != with_codes:
        complain("not every letter has a file")
    chunks = [paths[start : start + 50] for start in range(0, len(paths), 50)]

    def judge_chunk(item):
        index, chunk = item
        random = np.random.default_rng((seed, index))
        with tempfile.NamedTemporaryFile(suffix=".pdf") as merged:
            command = ["qpdf", "--empty", "--pages", *chunk, "--", merged.name]
            subprocess.run([str(part) for part in command], check=True)
            for dpi in RESOLUTIONS:
                windows = pictures(merged.name, (1, len(chunk)), dpi, WINDOW)
                for path, clean in zip(chunk, windows, strict=True):
                    order = by_position[int(path.stem)]
                    for state, picture in (("clean", clean), ("worn", worn(clean, random))):
                        judge_window(order, profile, read_window(picture, dpi), f"{dpi} {state}", complain, statistics)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(judge_chunk, enumerate(chunks)))


def judge_window(order, profile, found, how, complain, statistics):
    wanted = fields_of(order, profile)
    where = f"{order['position']} {how}"
    right = []
    for reader, texts in zip(("zxing", "libdmtx"), found[:2]):
        faults = [fault for text in texts for fault in faults_of(text, wanted)]
        outcome = "unread" if not texts else "wrong" if faults else "read"
        statistics[f"{how} {reader}: {outcome}"] += 1
        right.append(outcome == "read")
        # With noise libdmtx may return letters that no code has: a reader's fault if the other one reads the code.
        if outcome == "wrong" and (reader == "zxing" or "clean" in how):
            complain(f"{where} {reader}: {faults}")
    if not any(right):
        complain(f"{where}: no reader reads the Data Matrix")
    if "clean" in how and not all(right):
        complain(f"{where}: one reader does not read the Data Matrix")
    statistics[f"{how} cepnet: {'read' if found[2] else 'unread'}"] += 1
    if found[2] != order["postal_code"]:
        complain(f"{where}: CEPNet is {found[2]} instead of {order['postal_code']}")


def faults_of(text, wanted):
    if "|" not in text:
        return ["no end mark"]
    try:
        parsed = tables.by_columns(tables.DATA_MATRIX, text[: text.index("|")])
    except ValueError as error:
        return [str(error)]
    return [f"{name} is {parsed[name]!r} instead of {value!r}" for name, value in wanted.items() if parsed[name] != value]


def fields_of(order, profile):
    """Fields of the Data Matrix, from the order alone."""
    door = re.match(r"\d{1,5}(?!\d)", order["to"]["number"])
    cif = "0" * 34
    if order["way"] == "fac_simple":
        year, month, day = order["posting_date"].split("-")
        franks = profile["card"] if profile["generation"] == "gpost" else profile["directorate"] + profile["administrative_code"]
        destination = {"local": "1", "state": "2", "national": "3"}[order["destination"]]
        cif = f"{franks}{order['lot']:05d}{order['lot_sequence']:011d}{destination}0{day}{month}{year[2:]}"
    additional = "" if order["way"] == "fac_simple" else "".join(sorted(order["additional"]))
    return {
        "to_postal_code": order["to"]["postal_code"].replace("-", ""),
        "to_number": (door[0] if door else "").zfill(5),
        "from_postal_code": profile["origin"]["postal_code"],
        "from_number": profile["origin"]["number"],
        "validator": tables.postal_code_digit(order["postal_code"]),
        "idv": order["idv"],
        "cif": cif,
        "additional": additional.ljust(10, "0"),
        "service": order["service"],
        "reserve": "0" * 15,
        "cnae": profile["customer"]["cnae"].zfill(9),
        "tracking": order["object"] or "0" * 13,
    }


def judge_labels(folder, orders, complain, statistics, seed):
    """Labels and receipts: both readers find every number once, clean and worn."""
    registered = [order["object"] for order in orders if order["object"]]
    awaited = [order["object"] for order in orders if order["object"] and order["return_receipt"]]
    random = np.random.default_rng(seed)
    for number in registered:
        if not is_object_number(number):
            complain(f"{number} is no object number")
    for name, numbers, on_page in (
        ("rotulos-registrados.pdf", registered, 6),
        ("avisos-de-recebimento.pdf", awaited, 3),
    ):
        for page in range(1, -(-len(numbers) // on_page) + 1):
            wanted = Counter(numbers[(page - 1) * on_page : page * on_page])
            for dpi in RESOLUTIONS:
                (clean,) = pictures(folder / name, (page, page), dpi)
                for state, picture in (("clean", clean), ("worn", worn(clean, random))):
                    readers = {
                        "zxing": [code.text for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.Code128)],
                        "zbar": zbar(picture),
                    }
                    sound = {text for texts in readers.values() for text in texts if is_object_number(text)}
                    if sound != set(wanted):
                        complain(f"{name} {page} {dpi} {state}: {sorted(set(wanted) ^ sound)}")
                    for reader, texts in readers.items():
                        how = f"{dpi} {state} {reader} Code 128"
                        statistics[f"{how}: read"] += len(set(texts) & set(wanted))
                        statistics[f"{how}: unread"] += len(set(wanted) - set(texts))
                        # With noise zbar may make up a text, which the counter's system refuses by its check digit.
                        statistics[f"{how}: wrong"] += len(set(texts) - set(wanted))
                        if set(texts) - set(wanted) and (reader == "zxing" or state == "clean"):
                            complain(f"{name} {page} {dpi} {state} {reader}: {sorted(set(texts) - set(wanted))}")


def is_object_number(text):
    return bool(re.fullmatch(r"[A-Z]{2}\d{9}BR", text)) and tables.object_check_digit(text[2:10]) == text[10]


def zbar(picture):
    with tempfile.NamedTemporaryFile(suffix=".pgm") as file:
        picture.save(file.name)
        command = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Scode128.enable", file.name]
        return subprocess.run(command, capture_output=True).stdout.decode().split()
