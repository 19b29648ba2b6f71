"""Parses every file of a batch by the carrier's tables and compares it with the orders."""

import csv
import json
import re
import subprocess
import unicodedata
from collections import Counter, defaultdict

import tables
from tables import by_columns, by_separator


def judge(folder, orders, profile, complain):
    """Returns what each kind of file says of count and weight, by way."""
    totals = defaultdict(dict)
    by_way = defaultdict(list)
    for order in orders:
        by_way[order["way"]].append(order)
    for way, own in by_way.items():
        totals[way]["orders"] = (len(own), sum(order["weight"] for order in own))
    fac(folder, by_way, profile, complain, totals)
    ppn(folder, by_way["ppn"], complain, totals)
    e_carta(folder, by_way["e_carta"], profile, complain, totals)
    ar_digital(folder, orders, profile, complain)
    posting_lists(folder, orders, by_way, complain, totals)
    sheets(folder, orders, by_way, complain)
    for way, found in totals.items():
        if len(set(found.values())) != 1:
            complain(f"totals of {way} differ: {found}")
    return totals


def fac(folder, by_way, profile, complain, totals):
    for way in ("fac_simple", "fac_registered"):
        own = by_way[way]
        if not own:
            continue
        lot = f"{own[0]['lot']:05d}"
        if profile["generation"] == "gpost":
            name = f"FAC_{profile['card']}_{lot}_UNICA.txt"
        else:
            name = f"{profile['administrative_code']}_{lot}_UNICA_{profile['directorate']}.txt"
        records = (folder / name).read_bytes().decode("latin-1").split("\r\n")
        if records.pop() != "":
            complain(f"{name} does not end with a line end")
        header, lines, trailer = parse_fac(profile, records)
        expect(complain, name, header, {
            "contract": profile["contract"],
            "lot": lot,
            "unit": profile["unit"]["code"],
            "unit_postal_code": profile["unit"]["postal_code"],
        })
        if int(header["card"]) != int(profile["card"]):
            complain(f"{name}: card {header['card']}")
        if "cycle" in header:
            expect(complain, name, header, {"cycle": f"{(int(own[0]['posting_date'][5:7]) + 1) // 2:02d}", "year": own[0]["posting_date"][:4]})
        if len(lines) != len(own):
            complain(f"{name}: {len(lines)} lines for {len(own)} orders")
        for line, order in zip(lines, own):
            sequence = order["object"][:11] if way == "fac_registered" else f"{order['lot_sequence']:011d}"
            expect(complain, f"{name} {order['position']}", line, {
                "sequence": sequence,
                "weight": f"{order['weight']:06d}",
                "postal_code": order["postal_code"],
                "service": order["service"],
            })
        totals[way]["file"] = (len(lines), sum(int(line["weight"]) for line in lines))
        totals[way]["trailer"] = (int(trailer["count"]), int(trailer["weight"]))


def parse_fac(profile, records):
    if profile["generation"] == "gpost":
        return (
            by_separator(tables.GPOST_HEADER, records[0]),
            [by_separator(tables.GPOST_LINE, record) for record in records[1:-1]],
            by_separator(tables.GPOST_TRAILER, records[-1]),
        )
    types = [record[0] for record in records]
    if types != ["1"] + ["2"] * (len(records) - 2) + ["4"]:
        raise ValueError("records are not of the types 1, 2 and 4")
    return (
        by_columns(tables.CIF_WEB_HEADER, records[0]),
        [by_columns(tables.CIF_WEB_LINE, record) for record in records[1:-1]],
        by_columns(tables.CIF_WEB_TRAILER, records[-1]),
    )


def ppn(folder, own, complain, totals):
    parts = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("ppn-*.json"))]
    requests = [request for part in parts for request in part["requests"]]
    if not own and not parts:
        return
    if any(len(part["requests"]) > 1000 for part in parts):
        complain("a part of PPN has more than 1,000 requests")
    if len(requests) != len(own):
        complain(f"{len(requests)} PPN requests for {len(own)} orders")
    for request, order in zip(requests, own):
        where = f"ppn {order['position']}"
        codes = [service["codigoServicoAdicional"] for service in request["listaServicoAdicional"]]
        day = "/".join(reversed(order["posting_date"].split("-")))
        expect(complain, where, {**request, "codes": codes}, {
            "codigoServico": order["service"],
            "codes": order["additional"],
            "codigoObjeto": order["object"],
            "pesoInformado": str(-(-order["weight"] // 100)),
            "codigoFormatoObjetoInformado": "1",
            "cienteObjetoNaoProibido": "1",
            "dataPrevistaPostagem": day,
        })
        for side, key in (("destinatario", "carrier_to"), ("remetente", "carrier_from")):
            person, address = request[side], order[key]
            fields = {"nome": person["nome"], **person["endereco"]}
            for field, limit in tables.PPN_LIMITS.items():
                if len(fields[field]) > limit:
                    complain(f"{where}: {field} has {len(fields[field])} of {limit} characters")
                if not fields[field].isascii() or re.search("[|&]", fields[field]):
                    complain(f"{where}: {field} has characters that the carrier refuses")
            expect(complain, where, fields, {
                "nome": bare(address["name"]),
                "logradouro": bare(address["street"]),
                "numero": bare(address["number"]),
                "complemento": bare(address["complement"] or ""),
                "bairro": bare(address["neighborhood"]),
                "cidade": bare(address["city"]),
                "uf": address["state"],
                "cep": address["postal_code"].replace("-", ""),
            })
    totals["ppn"]["parts"] = (
        sum(part["totals"]["mailings"] for part in parts),
        sum(part["totals"]["weight"] for part in parts),
    )


def e_carta(folder, own, profile, complain, totals):
    by_object, count, weight = {}, 0, 0
    names = {}
    for path in folder.glob("e-Carta_*_documentos.csv"):
        for row in csv.DictReader(path.open(encoding="utf-8", newline="")):
            names[row["name"]] = row
    orders = {order["id"]: order for order in own}
    for path in folder.glob("e-Carta_*_servico.txt"):
        for record in path.read_text("utf-8").splitlines():
            line = by_separator([name for name, _ in tables.E_CARTA_LINE], record)
            for name, width in tables.E_CARTA_LINE:
                if len(line[name]) > width:
                    complain(f"{path.name}: {name} has {len(line[name])} of {width} characters")
            document = names.get(line["complementary_file"])
            order = document and orders.get(document["id"])
            if not order:
                complain(f"{path.name}: {line['complementary_file']} is of no order")
                continue
            expect(complain, path.name, {**document, **line}, {
                "type": "1", "card": profile["card"], "contract": profile["contract"],
                "name": order["to"]["name"], "street": order["to"]["street"], "number": order["to"]["number"],
                "state": order["to"]["state"], "postal_code": order["postal_code"],
                "file": order["file"], "sha256": order["sha256"],
            })
            by_object[line["object"]] = order["id"]
            count += 1
            weight += order["weight"]
    if len(set(by_object.values())) != len(own):
        complain(f"{len(by_object)} objects of e-Carta for {len(own)} orders")
    if own:
        totals["e_carta"]["lines"] = (count, weight)


def ar_digital(folder, orders, profile, complain):
    awaited = [order for order in orders if order["return_receipt"] and order["object"]]
    paths = list(folder.glob("*.SD1"))
    if len(paths) != (1 if awaited else 0):
        complain(f"{len(paths)} forecasts of AR Digital")
    for path in paths:
        records = path.read_bytes().decode("latin-1").split("\r\n")[:-1]
        header = by_columns(tables.AR_HEADER, records[0])
        details = [by_columns(tables.AR_DETAIL, record) for record in records[1:]]
        expect(complain, path.name, header, {
            "type": "8", "client": profile["ar_digital"]["client"], "zeros": "0" * 15, "more_zeros": "0" * 94,
            "date": orders[0]["posting_date"].replace("-", ""), "count": f"{len(awaited) + 1:06d}", "record": "0000001",
        })
        if len(details) != len(awaited):
            complain(f"{path.name}: {len(details)} details for {len(awaited)} receipts")
        for index, (detail, order) in enumerate(zip(details, awaited)):
            expect(complain, f"{path.name} {order['position']}", detail, {
                "type": "9", "id": profile["ar_digital"]["id"], "object": order["object"], "fixed": "1101",
                "state": order["to"]["state"], "postal_code": order["postal_code"], "record": f"{index + 2:07d}",
            })


def posting_lists(folder, orders, by_way, complain, totals):
    with (folder / "lista-de-postagem.csv").open(encoding="utf-8", newline="") as file:
        *rows, total = csv.DictReader(file)
    listed = defaultdict(list)
    for row, order in zip(rows, orders, strict=True):
        listed[row["way"]].append(int(row["weight"]))
        expect(complain, f"list {order['position']}", row, {
            "position": str(order["position"]), "way": order["way"], "postal_code": order["postal_code"],
            "service": order["service"], "return_receipt": "S" if order["return_receipt"] else "N",
        })
        if order["object"] and row["object"] != order["object"]:
            complain(f"list {order['position']}: {row['object']}")
    if (int(total["name"]), int(total["weight"])) != (len(orders), sum(order["weight"] for order in orders)):
        complain(f"the list's total is {total['name']} and {total['weight']}")
    for way, weights in listed.items():
        totals[way]["csv"] = (len(weights), sum(weights))
    for way in by_way:
        printed = [total_of(text_of(path)) for path in folder.glob(f"lista-de-postagem-{way}*.pdf")]
        if by_way[way]:
            totals[way]["list"] = tuple(sum(values) for values in zip(*printed))


def sheets(folder, orders, by_way, complain):
    whole = (len(orders), sum(order["weight"] for order in orders))
    if total_of(text_of(folder / "comprovante.pdf")) != whole:
        complain("the voucher has other totals")
    carried = [order for order in orders if order["way"] != "e_carta"]
    if carried:
        trays = re.findall(TOTAL, text_of(folder / "rotulos-de-caixetas.pdf"))
        summed = (sum(number(count) for count, _ in trays), sum(number(weight) for _, weight in trays))
        if summed != (len(carried), sum(order["weight"] for order in carried)):
            complain(f"the trays have {summed}")


TOTAL = r"([\d.]+) objetos? · ([\d.]+,\d\d) g"


def number(text):
    return int(text.replace(".", "").replace(",", ""))


def total_of(text):
    count, weight = re.search(f"Total: {TOTAL}", text).groups()
    return number(count), number(weight)


def text_of(path):
    return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True).stdout.decode()


def bare(text):
    """Without accents, as the carrier's systems take a text."""
    letters = unicodedata.normalize("NFD", text)
    letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return letters.translate({ord("º"): "o", ord("ª"): "a", ord("&"): "e", ord("|"): "/"})


def expect(complain, where, found, wanted):
    for name, value in wanted.items():
        if found.get(name) != value:
            complain(f"{where}: {name} is {found.get(name)!r} instead of {value!r}")
