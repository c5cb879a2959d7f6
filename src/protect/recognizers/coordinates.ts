// Places on the map, exact to about a hundred meters: by field name, as pairs after a cue, in geo: and map links.

import { endsIn, hasWord, nameSet } from "../detect/field-name.ts";
import { HAS_DOT } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import type { Recognizer } from "../detect/recognizer.ts";

const SINGLE_FIELDS = nameSet(
  "lat latitude lng lon long longitude geolat geolng geolon breitengrad langengrad latitud longitud",
);
const PAIR_FIELDS = nameSet(
  "coordinates coordinate coords coord latlng latlong latlon lnglat geo geopoint geolocation gps gpslocation gpscoordinates position location koordinaten coordenadas coordonnees",
);
const NUMBER = "-?\\d{1,3}\\.\\d{3,15}";
const SINGLE = new RegExp(`^${NUMBER}$`);
const PAIR = new RegExp(`(?<![\\w.])(${NUMBER})[°]?\\s?[,;/ ]\\s?(${NUMBER})(?![\\w.])`, "g");
const CUE =
  /(?:\b(?:gps|geo|coordinates?|coords?|lat\/?l(?:ng|on)|located at|position|koordinaten|coordonnées|coordenadas)\b[^\n]{0,16}|geo:|[@=/])$/i;
const REACH = 32;

export const coordinates: Recognizer = {
  class: "COORDINATES",
  needsAny: HAS_DOT,
  minDigits: 4,
  minNumber: 4,
  minRun: 5,
  about: {
    finds: "Latitude and longitude, alone under their field names or as a pair.",
    validation: "Decimal degrees with three places or more, within ±90 and ±180.",
    cues: ["gps", "geo:", "coordinates", "lat/lng", "@ in map links"],
    fields: [...SINGLE_FIELDS, ...PAIR_FIELDS],
  },
  hint: (field) =>
    endsIn(field, SINGLE_FIELDS) || endsIn(field, PAIR_FIELDS) || hasWord(field, SINGLE_FIELDS),
  find(leaf, hinted, found) {
    const { text } = leaf;
    if (hinted && SINGLE.test(text) && Math.abs(Number(text)) <= 180) {
      found(0, text.length, text, 3);
      return;
    }
    for (const { 0: raw, 1: first, 2: second, index } of matchesOf(PAIR, text)) {
      if (Math.abs(Number(first)) > 180 || Math.abs(Number(second)) > 180) continue;
      const isAnnounced = hinted || CUE.test(text.slice(Math.max(0, index - REACH), index));
      if (isAnnounced) found(index, index + raw.length, `${Number(first)},${Number(second)}`, hinted ? 3 : 2);
    }
  },
  examples: [
    { text: "52.5219", field: "lat" },
    { text: "-122.41942", field: "longitude" },
    { text: "52.5219, 13.4132", field: "location" },
    { text: "seen at GPS 48.85837, 2.29448 yesterday", value: "48.85837, 2.29448" },
    { text: "geo:52.5219,13.4132", value: "52.5219,13.4132" },
    { text: "https://maps.example/@52.5219,13.4132,17z", value: "52.5219,13.4132" },
  ],
  nearMisses: [
    { text: "52.5", field: "lat" },
    { text: "0.41200, 0.39800" },
    { text: "52.5219" },
    { text: "Berlin", field: "location" },
    { text: "GPS 481.85837, 2.29448" },
    { text: "1.234", field: "latency" },
  ],
};
