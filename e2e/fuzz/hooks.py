"""Rules that the OpenAPI document states only in words; README.md describes how to run Schemathesis with them."""

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

# Session and object ids of a logged-in user: see README.md.
TOKEN = os.environ.get("FUZZ_TOKEN")
IDS = json.loads(os.environ.get("FUZZ_IDS", "{}"))


@schemathesis.hook
def before_call(context, case, kwargs):
    order_ends(case)
    if TOKEN and case.meta and case.meta.generation.mode == GenerationMode.POSITIVE:
        log_in(case)


def log_in(case):
    """Adds the session to a valid request, and replaces its ids with existing ones."""
    case.headers["authorization"] = f"Bearer {TOKEN}"
    if isinstance(case.body, dict) and isinstance(case.body.get("token"), str):
        del case.body["token"]
    kind = next((kind for kind in ("drive", "collection", "deal") if f"/{kind}s/" in case.path), "user")
    for name in case.path_parameters or {}:
        known = IDS.get({"id": kind, "userId": "user"}.get(name, name))
        if known:
            case.path_parameters[name] = known


def order_ends(case):
    """Sorts the ends of ranges and boxes, which JSON Schema cannot require, and drops generated bookmarks."""
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
    """Skips bodies that contain a prototype's name, which are rejected regardless of their other content."""
    return not names_prototype(body)


@schemathesis.hook
def filter_query(context, query):
    """Skips a single value instead of a list of ids: in a URL it is a list of one."""
    return not isinstance((query or {}).get("ids"), (bool, int, float))


def names_prototype(value):
    if isinstance(value, dict):
        return any(name in ("__proto__", "constructor") or names_prototype(inner) for name, inner in value.items())
    return isinstance(value, list) and any(names_prototype(inner) for inner in value)


def match(pattern, value):
    return pattern.fullmatch(value) if isinstance(value, str) else None
