// Limits that the kernel holds for a worker process, whatever happens inside it. Set by the command that becomes
// the worker: Node.js itself cannot.

import { existsSync } from "node:fs";

const PRLIMIT = "/usr/bin/prlimit";
const SHELL = "/bin/sh";

// CPU seconds end an orphan that loops inside a built-in. V8's address space reservations forbid --as, and of
// --data each living isolate takes 512 MB for its code range alone: five of them must fit.
const WITH_PRLIMIT = [PRLIMIT, "--core=0", "--fsize=0", "--nofile=256", "--data=4294967296", "--cpu=900"];

// For systems that have no prlimit; a shell knows no limit on data everywhere. The worker's own words come as
// arguments, and what the shell adds to the environment is left behind.
const WITH_SHELL = [
  SHELL,
  "-c",
  'ulimit -c 0; ulimit -f 0; ulimit -n 256; ulimit -t 900; exec /usr/bin/env -i "$@"',
  "worker",
];

/** The words to put before a command; none where the system has neither way. */
export function kernelLimiter(exists: (path: string) => boolean = existsSync): string[] {
  if (exists(PRLIMIT)) return WITH_PRLIMIT;
  return exists(SHELL) ? WITH_SHELL : [];
}
