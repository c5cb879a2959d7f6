import type { Attack } from "./attack.ts";
import { BREAK_WRAPPER } from "./break-wrapper.ts";
import { CODE_FROM_STRINGS } from "./code-from-strings.ts";
import { ENDLESS_LOOPS, ENDLESS_WAITS } from "./endless-loops.ts";
import { FLOODS } from "./floods.ts";
import { FORGE_BRIDGE } from "./forge-bridge.ts";
import { MEMORY_BOMBS } from "./memory-bombs.ts";
import { OTHER_SANDBOXES } from "./other-sandboxes.ts";
import { REACH_HOST } from "./reach-host.ts";
import { SLOW_BUILT_INS } from "./slow-built-ins.ts";
import { STRANGE_VALUES } from "./strange-values.ts";
import { TAMPER_BEFORE_CALL } from "./tamper-before-call.ts";

/** Attacks that end quickly, by being harmless. */
export const ESCAPES: Attack[] = [
  ...REACH_HOST,
  ...CODE_FROM_STRINGS,
  ...BREAK_WRAPPER,
  ...FORGE_BRIDGE,
  ...TAMPER_BEFORE_CALL,
  ...OTHER_SANDBOXES,
  ...STRANGE_VALUES,
];

/** Attacks that end at a limit. */
export const EXHAUSTION: Attack[] = [
  ...ENDLESS_LOOPS,
  ...ENDLESS_WAITS,
  ...SLOW_BUILT_INS,
  ...MEMORY_BOMBS,
  ...FLOODS,
];
