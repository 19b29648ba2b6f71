"""What the carrier's public documents say about its records, typed from them. Shares nothing with the encoders.

A table lists (field, first character from 1, last character). Records with separators list the fields alone.
"""

DATA_MATRIX = [
    ("to_postal_code", 1, 8),
    ("to_number", 9, 13),
    ("from_postal_code", 14, 21),
    ("from_number", 22, 26),
    ("validator", 27, 27),
    ("idv", 28, 29),
    ("cif", 30, 63),
    ("additional", 64, 73),
    ("service", 74, 78),
    ("reserve", 79, 93),
    ("cnae", 94, 102),
    ("tracking", 103, 115),
]

CIF_WEB_HEADER = [
    ("type", 1, 1),
    ("directorate", 2, 3),
    ("administrative_code", 4, 11),
    ("card", 12, 23),
    ("lot", 24, 28),
    ("unit", 29, 36),
    ("unit_postal_code", 37, 44),
    ("contract", 45, 54),
]
CIF_WEB_LINE = [("type", 1, 1), ("sequence", 2, 12), ("weight", 13, 18), ("postal_code", 19, 26), ("service", 27, 31)]
CIF_WEB_TRAILER = [("type", 1, 1), ("count", 2, 8), ("weight", 9, 18)]

GPOST_HEADER = [
    "contract", "card", "lot", "unit", "unit_postal_code", "technical_approval", "cycle", "year", "dne_updated",
]
GPOST_LINE = [
    "sequence", "weight", "service", "multiple", "content", "additional", "declared_value",
    "empty_1", "empty_2", "empty_3", "empty_4", "empty_5", "empty_6", "postal_code",
]
GPOST_TRAILER = ["count", "weight"]

AR_HEADER = [
    ("type", 1, 1),
    ("client", 2, 5),
    ("zeros", 6, 20),
    ("name", 21, 60),
    ("date", 61, 68),
    ("count", 69, 74),
    ("more_zeros", 75, 168),
    ("file", 169, 173),
    ("record", 174, 180),
]
AR_DETAIL = [
    ("type", 1, 1),
    ("client", 2, 5),
    ("id", 6, 7),
    ("object", 8, 20),
    ("fixed", 21, 24),
    ("reference", 25, 40),
    ("name", 41, 80),
    ("address", 81, 120),
    ("city", 121, 150),
    ("state", 151, 152),
    ("postal_code", 153, 160),
    ("zeros", 161, 168),
    ("file", 169, 173),
    ("record", 174, 180),
]

E_CARTA_LINE = [
    ("type", 1), ("object", 18), ("lot", 5), ("card", 10), ("contract", 10), ("additional", 3), ("spool", 1),
    ("spool_file", 100), ("complementary", 1), ("complementary_file", 100), ("name", 250), ("street", 226),
    ("number", 36), ("complement", 36), ("neighborhood", 72), ("city", 72), ("state", 2), ("postal_code", 8),
    ("sender", 250), ("sender_street", 226), ("sender_city", 72), ("sender_state", 2), ("sender_postal_code", 8),
]

PPN_LIMITS = {"nome": 50, "logradouro": 50, "numero": 6, "complemento": 30, "bairro": 30, "cidade": 30}

BARS = {
    "11000": "0", "00011": "1", "00101": "2", "00110": "3", "01001": "4",
    "01010": "5", "01100": "6", "10001": "7", "10010": "8", "10100": "9",
}


def by_columns(table, record):
    """The fields of a record of fixed width; its length must be that of the table."""
    if len(record) != table[-1][2]:
        raise ValueError(f"{len(record)} characters instead of {table[-1][2]}")
    return {name: record[first - 1 : last] for name, first, last in table}


def by_separator(names, record):
    values = record.split("|")
    if len(values) != len(names):
        raise ValueError(f"{len(values)} fields instead of {len(names)}")
    return dict(zip(names, values))


def postal_code_digit(digits):
    return str(-sum(int(digit) for digit in digits) % 10)


def object_check_digit(digits):
    rest = sum(weight * int(digit) for weight, digit in zip((8, 6, 4, 2, 3, 5, 9, 7), digits)) % 11
    return "5" if rest == 0 else "0" if rest == 1 else str(11 - rest)
