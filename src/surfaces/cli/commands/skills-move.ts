import { createPublicKey, type KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { verifyBundle } from "../../../skills/skills.ts";
import { counted } from "../../../text/counted.ts";
import type { Cli, Finish } from "../cli.ts";
import { readJson, readTextFile } from "../read-arguments.ts";
import { addSettingsOptions, settingsOf } from "../settings-options.ts";
import { UsageError } from "../usage-error.ts";
import type { SkillFlags, WithGateway } from "./skills.ts";

type Parts = { cli: Cli; finish: Finish; withGateway: WithGateway };
type KeyFlags = SkillFlags & { key?: string };

export function addMovingCommands(skills: Command, parts: Parts): void {
  addExportCommand(skills, parts);
  addImportCommand(skills, parts);
  addVerifyCommand(skills, parts);
}

function addExportCommand(skills: Command, { cli, withGateway }: Parts): void {
  const command = skills
    .command("export <names...>")
    .description("Writes approved skills into a bundle that this gateway signs.")
    .requiredOption("--out <file>", "where the bundle goes")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport skills export top_customers --out team.skills.json");
  addSettingsOptions(command).action((names: string[], flags: SkillFlags & { out: string }) =>
    withGateway("admin", flags, async (gateway) => {
      const bundle = await gateway.skills.exportBundle(names);
      await writeFile(resolve(cli.cwd, flags.out), `${JSON.stringify(bundle, null, 2)}\n`);
      return {
        data: { file: flags.out, skills: names, publicKey: bundle.publicKey },
        lines: [
          `${counted(bundle.skills.length, "skill")} in ${flags.out}. Whoever takes them in needs this public key:`,
          bundle.publicKey.trim(),
        ],
      };
    }),
  );
}

function addImportCommand(skills: Command, { cli, withGateway }: Parts): void {
  const command = skills
    .command("import <file>")
    .description("Takes skills from a bundle. They are drafts until somebody else approves them.")
    .option("--key <file>", "public key of the team that signed it; this gateway's own if left out")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport skills import team.skills.json --key team.pub.pem");
  addSettingsOptions(command).action(async (file: string, flags: KeyFlags) => {
    const bundle = readJson(file, (await readTextFile(cli, file)).text);
    const trust = flags.key === undefined ? {} : { trust: (await readTextFile(cli, flags.key)).text };
    await withGateway("admin", flags, async (gateway) => {
      const taken = await gateway.skills.importBundle({ bundle, ...trust });
      return {
        data: taken,
        lines: taken.skills.map(({ name, version, state }) => `${name} version ${version} is a ${state}.`),
      };
    });
  });
}

function addVerifyCommand(skills: Command, { cli, finish }: Parts): void {
  const command = skills
    .command("verify <file>")
    .description("Says whether a bundle is what was signed, and what is wrong with it. Needs no gateway.")
    .option("--key <file>", "public key that it must be signed with; this gateway's own if left out")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport skills verify team.skills.json --key team.pub.pem");
  addSettingsOptions(command).action(async (file: string, flags: KeyFlags) => {
    const bundle = readJson(file, (await readTextFile(cli, file)).text);
    const verified = verifyBundle(bundle, [await readTrusted(cli, flags)]);
    if (verified.ok) {
      const names = verified.bundle.skills.map(({ name, version }) => `${name} version ${version}`);
      const data = { ok: true, keyId: verified.keyId, skills: names };
      finish({ data, lines: [`The bundle is what ${verified.keyId} signed: ${names.join(", ")}.`] }, flags);
      return;
    }
    const { problems, keyId } = verified;
    const lines = problems.map(({ place, problem }) => `${file}${place}  ${problem}`);
    finish({ data: { ok: false, keyId, problems }, lines, failed: true }, flags);
  });
}

async function readTrusted(cli: Cli, flags: KeyFlags): Promise<KeyObject> {
  const own = join(settingsOf(cli, flags).data, "keys", "skill-bundles.pub.pem");
  if (flags.key === undefined && !existsSync(own)) {
    throw new UsageError("There is no key to check the bundle with.", "Give the team's public key by --key.");
  }
  const text =
    flags.key === undefined ? await readFile(own, "utf8") : (await readTextFile(cli, flags.key)).text;
  try {
    return createPublicKey(text);
  } catch {
    throw new UsageError(
      "The key is no public key in PEM.",
      "Ask the team for its keys/skill-bundles.pub.pem.",
    );
  }
}
