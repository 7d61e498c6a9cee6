"""What the OpenAPI document can say in words only. Schemathesis is run with it as README.md here tells."""

import json
import os
import re

import schemathesis
from schemathesis import GenerationMode

NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
RANGE = re.compile(rf"({NUMBER}),({NUMBER})")
BOX = re.compile(rf"({NUMBER}),({NUMBER}),({NUMBER}),({NUMBER})")
BOOKMARK = re.compile(r"[A-Za-z0-9_-]{0,600}")
RANGES = ("duration", "distance", "intensityRating", "roadQualityRating", "trafficRating", "curviness")

# Somebody who is logged in, and what is theirs: see README.md.
TOKEN = os.environ.get("FUZZ_TOKEN")
IDS = json.loads(os.environ.get("FUZZ_IDS", "{}"))


@schemathesis.hook
def before_call(context, case, kwargs):
    order_ends(case)
    if TOKEN and case.meta and case.meta.generation.mode == GenerationMode.POSITIVE:
        be_somebody(case)


def be_somebody(case):
    """Logs a good request in, and names what there is: a drive and the person themselves."""
    case.headers["authorization"] = f"Bearer {TOKEN}"
    if isinstance(case.body, dict) and isinstance(case.body.get("token"), str):
        del case.body["token"]
    kind = "drive" if "/drives/" in case.path else "user"
    for name in case.path_parameters or {}:
        known = IDS.get({"id": kind, "userId": "user"}.get(name, name))
        if known:
            case.path_parameters[name] = known


def order_ends(case):
    """Puts the ends of ranges and boxes in order, which JSON Schema cannot, and drops bookmarks no answer has made."""
    query = case.query or {}
    for name in RANGES:
        ends = match(RANGE, query.get(name))
        if ends and float(ends[1]) > float(ends[2]):
            query[name] = f"{ends[2]},{ends[1]}"
    box = match(BOX, query.get("bounds"))
    if box and float(box[1]) < float(box[3]):
        query["bounds"] = f"{box[3]},{box[2]},{box[1]},{box[4]}"
    if match(BOOKMARK, query.get("bookmark")):
        del query["bookmark"]


@schemathesis.hook
def filter_body(context, body):
    """Leaves out bodies that name a prototype anywhere, which are refused whatever else they hold."""
    return not names_prototype(body)


@schemathesis.hook
def filter_query(context, query):
    """Leaves out a lone value in the place of a list of ids: in an address it is a list of one."""
    return not isinstance((query or {}).get("ids"), (bool, int, float))


def names_prototype(value):
    if isinstance(value, dict):
        return any(name in ("__proto__", "constructor") or names_prototype(inner) for name, inner in value.items())
    return isinstance(value, list) and any(names_prototype(inner) for inner in value)


def match(pattern, value):
    return pattern.fullmatch(value) if isinstance(value, str) else None
