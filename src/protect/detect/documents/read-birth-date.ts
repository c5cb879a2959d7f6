// The date that a date of birth means. Where day and month could be either, the day comes first, as in most countries; the
// few days of doubt do not matter for an age band.

const MONTHS: [start: string, month: number][] = (
  "jan 1 ene 1 gen 1 sty 1 feb 2 fév 2 fev 2 lut 2 mar 3 mär 3 maa 3 mrt 3 apr 4 abr 4 avr 4 kwi 4 may 5 mai 5 mag 5 mei 5 maj 5 " +
  "juin 6 jun 6 giu 6 cze 6 juil 7 jul 7 lug 7 lip 7 aug 8 ago 8 aoû 8 sie 8 sep 9 set 9 wrz 9 oct 10 okt 10 ott 10 out 10 paź 10 nov 11 lis 11 dec 12 dez 12 dic 12 déc 12 gru 12"
)
  .match(/\S+ \d+/g)
  ?.map((entry) => [entry.split(" ")[0] as string, Number(entry.split(" ")[1])]) as [string, number][];

export function readBirthDate(text: string): Date | null {
  const numbers = text.match(/\d+/g) ?? [];
  const word = /\p{L}{3,}/u
    .exec(text.replace(/T00.*$/i, "").replace(/\b(?:del?|of)\b/giu, ""))?.[0]
    ?.toLowerCase();
  if (word !== undefined) {
    const month = MONTHS.find(([start]) => word.startsWith(start))?.[1];
    const [day = "", year = ""] = numbers;
    return month === undefined ? null : dateOf(Number(year), month, Number(day));
  }
  const [first = "", second = "", third = ""] = numbers;
  if (first.length === 8)
    return dateOf(Number(first.slice(0, 4)), Number(first.slice(4, 6)), Number(first.slice(6)));
  if (first.length === 4) return dateOf(Number(first), Number(second), Number(third));
  const year = third.length === 2 ? fullYear(Number(third)) : Number(third);
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second];
  return dateOf(year, Number(month), Number(day));
}

function fullYear(short: number): number {
  return short > 30 ? 1900 + short : 2000 + short;
}

function dateOf(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date
    : null;
}
