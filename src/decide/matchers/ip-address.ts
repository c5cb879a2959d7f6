// IPv6 addresses that carry an IPv4 address: the same machine under another name.

/** A host as URL parsers print it, with its brackets. */
export function embedsIpv4(host: string): boolean {
  if (!host.startsWith("[")) return false;
  const groups = groupsOf(host.slice(1, -1));
  const [first, second] = groups;
  const startsWithZeros = (count: number) => groups.slice(0, count).every((group) => group === 0);
  const isMapped = startsWithZeros(5) && groups[5] === 0xffff;
  const isTranslated = first === 0x64 && second === 0xff9b;
  const isTunnelled = first === 0x2002 || (first === 0x2001 && second === 0);
  return isMapped || startsWithZeros(6) || isTranslated || isTunnelled;
}

function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const read = (part: string) =>
    part.split(":").flatMap((group) => (group === "" ? [] : [Number.parseInt(group, 16)]));
  const [front, back] = [read(head), read(tail ?? "")];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array.from({ length: zeros }, () => 0), ...back];
}
