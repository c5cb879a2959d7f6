// `doctor`: looks at everything that a start needs, changes nothing, and says how to mend what is wrong.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { toGatewayError } from "../../../errors.ts";
import type { LoadedSettings } from "../../../settings.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { checkPolicies } from "../policy/check.ts";
import { LOCK_FILE } from "../policy/files.ts";
import { pinTools } from "../policy/pin.ts";
import { testServers } from "../servers-test.ts";
import { UsageError } from "../usage-error.ts";
import {
  checkClock,
  checkData,
  checkHardening,
  checkNode,
  checkPort,
  checkSandbox,
  type Finding,
  fromResult,
} from "./doctor-checks.ts";

type Check = { name: string; look(): Finding | Promise<Finding> };
type Examined = Finding & { check: string };

const MARKS = { ok: "✔", warning: "!", failed: "✖" } as const;

export async function examine(cli: Cli, settings: LoadedSettings): Promise<CommandResult> {
  const examined: Examined[] = [];
  for (const { name, look } of checksOf(cli, settings))
    examined.push({ check: name, ...(await lookAt(look)) });
  const count = (state: Finding["state"]): number => examined.filter((one) => one.state === state).length;
  return {
    data: { ok: count("failed") === 0, checks: examined },
    lines: [
      ...examined.flatMap(describe),
      `${count("ok")} fine, ${count("warning")} to look at, ${count("failed")} to mend`,
    ],
    failed: count("failed") > 0,
  };
}

function checksOf(cli: Cli, settings: LoadedSettings): Check[] {
  const hasServers = existsSync(settings.servers);
  const hasLock = existsSync(join(settings.policies, LOCK_FILE));
  return [
    { name: "node", look: checkNode },
    { name: "sandbox", look: checkSandbox },
    { name: "data", look: () => checkData(settings) },
    {
      name: "policies",
      look: async () =>
        fromResult(
          await checkPolicies(settings.policies, settings, cli.cwd),
          "Mend the named places, then `sallyport policy check`.",
        ),
    },
    {
      name: "servers",
      look: async () =>
        hasServers
          ? fromResult(
              await testServers(settings),
              "Try the server's command by hand; `sallyport servers test <name>` shows its log.",
            )
          : noServers(settings),
    },
    {
      name: "pins",
      look: async () =>
        hasLock && hasServers
          ? fromResult(
              await pinTools(settings, { folder: settings.policies, checkOnly: true }),
              "Read the difference, and accept it with `sallyport policy pin`.",
            )
          : noLock(),
    },
    { name: "port", look: () => checkPort(settings) },
    { name: "clock", look: () => checkClock(settings) },
    { name: "hardening", look: checkHardening },
  ];
}

async function lookAt(look: Check["look"]): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    const isNothingThere = error instanceof UsageError;
    const { message, hint } = isNothingThere ? error : toGatewayError(error);
    return {
      state: isNothingThere ? "warning" : "failed",
      saw: error instanceof Error && message === "" ? error.message : message,
      ...(hint ? { mend: hint } : {}),
    };
  }
}

function noServers({ servers }: LoadedSettings): Finding {
  return {
    state: "warning",
    saw: `there is no ${servers}, so there are no tools`,
    mend: "`sallyport init`, or `sallyport servers add`.",
  };
}

function noLock(): Finding {
  return {
    state: "warning",
    saw: "no tools.lock.json: the first definition that is seen counts",
    mend: "`sallyport policy pin`, and keep the file beside the policies.",
  };
}

function describe({ check, state, saw, mend }: Examined): string[] {
  const line = `${MARKS[state]} ${check.padEnd(10)} ${saw}`;
  return mend === undefined ? [line] : [line, `             → ${mend}`];
}
