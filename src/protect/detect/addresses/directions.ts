// What reads like a street with its number and only says where to go or how far it is.

import { isDigit } from "../nearby-words.ts";

/** "Bus 42 Broad Street" names a line, "Hauptstraße 3 Minuten" a distance. */
const LINE_BEFORE =
  /(?:^|[^\p{L}])(?:bus|buses|tram|trams|train|line|lines|route|routes|metro|subway|platform|track|exit|stop|gate|flight|zone|linie|linien|gleis|ausfahrt|ligne|lignes|quai|sortie|l[ií]nea|andén|salida|highway|interstate|page|chapter|step)\s{1,2}(?:no\.? ?|nr\.? ?|n° ?)?$/iu;
const UNIT_AFTER =
  /^\s?(?:Minuten|Min|Meter|km|kilomet\p{L}*|Stunden|Std|minutes?|mins?|met(?:er|re)s?|hours?|hrs?|minutos?|metros?|menit|jam|Uhr|heures?|horas?|%|€|\$|EUR|USD|years?|times|won|people|anni|años|ans|Jahre|jaar)(?![\p{L}])/u;

export function isDirections(text: string, start: number, end: number): boolean {
  if (isDigit(text.charCodeAt(start)) && LINE_BEFORE.test(text.slice(Math.max(0, start - 16), start)))
    return true;
  return isDigit(text.charCodeAt(end - 1)) && UNIT_AFTER.test(text.slice(end, end + 12));
}
