import type { Command } from "commander";
import { SKILL_STATES } from "../../../skills/skills.ts";
import type { Cli, CommandResult, Finish } from "../cli.ts";
import { type KeyName, type ReachedGateway, reachGateway } from "../gateway/reach-gateway.ts";
import { watched } from "../gateway/watch-run.ts";
import { presentRun } from "../present/present-run.ts";
import { presentSkill, presentSkillDiff, presentSkills } from "../present/present-skills.ts";
import { readCount, readJson, readTimeout, readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";
import { addMovingCommands } from "./skills-move.ts";

export type SkillFlags = SettingsFlags & { json?: boolean };
/** Runs the work with a gateway and prints what it gives back. */
export type WithGateway = (
  key: KeyName,
  flags: SkillFlags,
  work: (gateway: ReachedGateway) => Promise<CommandResult>,
) => Promise<void>;

export function addSkillsCommands(program: Command, cli: Cli, finish: Finish): void {
  const skills = program
    .command("skills")
    .summary("find, run, save and decide about saved programs")
    .description(
      "Skills are programs that worked, kept under a name; docs/skills.md tells their life. Set SALLYPORT_KEY to a reviewer's key to approve: without other policy, nobody else may.",
    );
  const withGateway: WithGateway = async (key, flags, work) => {
    const gateway = await reachGateway(cli, settingsOf(cli, flags), key);
    try {
      finish(await work(gateway), flags);
    } finally {
      await gateway.close();
    }
  };
  addListCommand(skills, withGateway);
  addShowCommand(skills, withGateway);
  addDiffCommand(skills, withGateway);
  addSaveCommand(skills, withGateway);
  addRunCommand(skills, cli, withGateway);
  addApproveCommand(skills, withGateway);
  addRetireCommand(skills, withGateway);
  addMovingCommands(skills, { cli, finish, withGateway });
}

function addListCommand(skills: Command, withGateway: WithGateway): void {
  const command = skills
    .command("list [query]")
    .description("Lists skills, those that match the query best first.")
    .option("--state <state>", `every version that is ${SKILL_STATES.join(", ")}`)
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport skills list --state draft");
  addSettingsOptions(command).action((query: string | undefined, flags: SkillFlags & { state?: string }) => {
    const state = flags.state === undefined ? {} : { state: readWord("--state", flags.state, SKILL_STATES) };
    return withGateway("admin", flags, async (gateway) =>
      presentSkills(await gateway.skills.search({ query: query ?? "", limit: 200, ...state })),
    );
  });
}

function addShowCommand(skills: Command, withGateway: WithGateway): void {
  const command = skills
    .command("show <name> [version]")
    .description(
      "Shows a skill, its newest version if none is named: code, parameters, tools, what became of it.",
    )
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport skills show top_customers");
  addSettingsOptions(command).action((name: string, version: string | undefined, flags: SkillFlags) =>
    withGateway("admin", flags, async (gateway) =>
      presentSkill(await gateway.skills.show(name, version === undefined ? undefined : readVersion(version))),
    ),
  );
}

function addDiffCommand(skills: Command, withGateway: WithGateway): void {
  const command = skills
    .command("diff <name> <from> <to>")
    .description("Compares two versions of a skill; exit code 1 when they differ.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport skills diff top_customers 1 2");
  addSettingsOptions(command).action((name: string, from: string, to: string, flags: SkillFlags) =>
    withGateway("admin", flags, async ({ skills: reached }) => {
      const [old, next] = [
        await reached.show(name, readVersion(from)),
        await reached.show(name, readVersion(to)),
      ];
      return presentSkillDiff(old, next);
    }),
  );
}

type SaveFlags = SkillFlags & { run: string; description: string; parameters?: string; tag?: string[] };

function addSaveCommand(skills: Command, withGateway: WithGateway): void {
  const command = skills
    .command("save <name>")
    .description("Keeps the program of a run that succeeded.")
    .requiredOption("--run <id>", "the run; its program is taken")
    .requiredOption("--description <text>", "what it does, in one sentence")
    .option("--parameters <json>", "JSON Schema of what it reads from `context`")
    .option("--tag <word...>", "words to find it by")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      '\nExample:\n  $ sallyport skills save top_customers --run run_0123456789abcdef0123 --description "Best customers."',
    );
  addSettingsOptions(command).action((name: string, flags: SaveFlags) => {
    const { run, description, parameters, tag } = flags;
    const schema =
      parameters === undefined ? {} : { parameters: readJson("--parameters", parameters) as never };
    return withGateway("agent", flags, async (gateway) => {
      const wish = { name, run, description, ...schema, ...(tag ? { tags: tag } : {}) };
      const saved = await gateway.skills.save(wish);
      return {
        data: saved,
        lines: [`${name} version ${saved.version} is ${saved.state}. ${saved.reason ?? ""}`.trim()],
      };
    });
  });
}

type RunFlags = SkillFlags & { parameters?: string; session?: string; timeout?: string };

function addRunCommand(skills: Command, cli: Cli, withGateway: WithGateway): void {
  const command = skills
    .command("run <name>")
    .description("Runs a skill. The result goes to stdout, its logs to stderr.")
    .option("--parameters <json>", "what the skill takes")
    .option("--session <name>", "session to run in; a new one if left out")
    .option("--timeout <time>", "longest time, such as 500ms, 30s or 2m; policy may set less")
    .option("--json", "print the whole run as JSON")
    .addHelpText(
      "after",
      `\nExample:\n  $ sallyport skills run top_customers --parameters '{"city": "Oslo"}'`,
    );
  addSettingsOptions(command).action((name: string, flags: RunFlags) => {
    const { parameters, session, timeout } = flags;
    const request = {
      ...(parameters === undefined ? {} : { parameters: readJson("--parameters", parameters) }),
      ...(session === undefined ? {} : { session }),
      ...(timeout === undefined ? {} : { timeoutMs: readTimeout(timeout) }),
    };
    return withGateway("agent", flags, async (gateway) =>
      presentRun(await watched(cli, gateway, (watch) => gateway.skills.run(name, request, watch)), name),
    );
  });
}

function addApproveCommand(skills: Command, withGateway: WithGateway): void {
  const command = skills
    .command("approve <name> <version>")
    .description("Approves the version that you looked at, for the definitions that its tools have now.")
    .option("--comment <text>", "what the trail keeps with it")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport skills approve top_customers 2");
  addSettingsOptions(command).action(
    (name: string, version: string, flags: SkillFlags & { comment?: string }) =>
      withGateway("admin", flags, async (gateway) => {
        const { comment } = flags;
        const wish = { version: readVersion(version), ...(comment ? { comment } : {}) };
        const skill = await gateway.skills.approve(name, wish);
        const more = skill.state === "approved" ? "" : " Somebody else has to approve it too.";
        return { data: skill, lines: [`${name} version ${skill.version} is ${skill.state}.${more}`] };
      }),
  );
}

function addRetireCommand(skills: Command, withGateway: WithGateway): void {
  const command = skills
    .command("retire <name> <version>")
    .description("Takes one version out of use for good.")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport skills retire top_customers 1");
  addSettingsOptions(command).action((name: string, version: string, flags: SkillFlags) =>
    withGateway("admin", flags, async (gateway) => {
      const skill = await gateway.skills.retire(name, readVersion(version));
      return { data: skill, lines: [`${name} version ${skill.version} is retired.`] };
    }),
  );
}

function readVersion(text: string): number {
  return readCount("version", text, { min: 1, max: 1_000_000 });
}
