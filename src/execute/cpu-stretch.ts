// The isolate's own timer counts wall time, and after it has fired nothing can be resumed. So it is set later
// than the CPU limit, by what two cores' worth of neighbours can take, and only on a machine that is not busy.

/** Wall time in which a program that never pauses has certainly used `cpuMs`, unless the machine got busy. */
export function stretchMs(cpuMs: number): number {
  return Math.ceil(Math.max(0, cpuMs) * 1.5 + 200);
}
