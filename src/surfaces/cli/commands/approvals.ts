import type { Command } from "commander";
import type { Approval, ApprovalState } from "../../../approvals/approvals.ts";
import type { JsonValue, TokenUse } from "../../../vocabulary.ts";
import type { Cli, CommandResult, Finish } from "../cli.ts";
import { type ReachedGateway, reachGateway } from "../gateway/reach-gateway.ts";
import { oneLine } from "../present/terminal-text.ts";
import { readWord } from "../read-arguments.ts";
import { addSettingsOptions, type SettingsFlags, settingsOf } from "../settings-options.ts";

type Flags = SettingsFlags & { json?: boolean };
type ListFlags = Flags & { state: string };
type DecideFlags = Flags & { reason?: string };

type WithGateway = (flags: Flags, work: (gateway: ReachedGateway) => Promise<CommandResult>) => Promise<void>;

const STATES = ["pending", "approved", "denied", "expired", "withdrawn", "all"] as const;

export function addApprovalsCommands(program: Command, cli: Cli, finish: Finish): void {
  const approvals = program
    .command("approvals")
    .summary("see and decide what waits for a person")
    .description(
      "Shows held calls and runs, and decides about them. Set SALLYPORT_KEY to your own key to decide.",
    );
  const withGateway: WithGateway = async (flags, work) => {
    const gateway = await reachGateway(cli, settingsOf(cli, flags), "admin");
    try {
      finish(await work(gateway), flags);
    } finally {
      await gateway.close();
    }
  };
  addListCommand(approvals, withGateway);
  addDecideCommand(approvals, "approve", withGateway);
  addDecideCommand(approvals, "deny", withGateway);
}

function addListCommand(approvals: Command, withGateway: WithGateway): void {
  const command = approvals
    .command("list")
    .description("Lists approvals, the newest first.")
    .option("--state <state>", `one of ${STATES.join(", ")}`, "pending")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  $ sallyport approvals list");
  addSettingsOptions(command).action(async (flags: ListFlags) => {
    const state = readWord("--state", flags.state, STATES);
    await withGateway(flags, async (gateway) =>
      presentList(await gateway.listApprovals(state === "all" ? undefined : state)),
    );
  });
}

function addDecideCommand(approvals: Command, decision: "approve" | "deny", withGateway: WithGateway): void {
  const command = approvals
    .command(`${decision} <id>`)
    .description(decision === "approve" ? "Lets it happen, once." : "Refuses it.")
    .option("--reason <text>", "what the agent and the trail are told")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      `\nExample:\n  $ sallyport approvals ${decision} apr_0123456789abcdef --reason "order checked"`,
    );
  addSettingsOptions(command).action((id: string, flags: DecideFlags) =>
    withGateway(flags, async (gateway) => {
      const vote = { decision, ...(flags.reason ? { reason: flags.reason } : {}) };
      const approval = await gateway.decideApproval(id, vote);
      return { data: approval, lines: [`${approval.id} is ${approval.state}.`] };
    }),
  );
}

function presentList(approvals: Approval[]): CommandResult {
  const lines = approvals.length === 0 ? ["Nothing is there."] : approvals.flatMap(describe);
  return { data: { approvals }, lines };
}

function describe(approval: Approval): string[] {
  const {
    id,
    state,
    kind,
    tool,
    principal,
    reason,
    shown,
    answers,
    hidden,
    claims,
    code,
    tokens,
    createdAt,
    expiresAt,
  } = approval;
  const rules = claims.map(({ rule, by, count }) => `${rule} (${count} of ${by.join(", ")})`).join("; ");
  return [
    `${id}  ${state}  ${kind === "call" ? tool : "a whole program"}  asked by ${principal} at ${createdAt}`,
    `  why      ${oneLine(reason)}`,
    `  rule     ${rules}`,
    ...(shown
      ? [
          `  args     ${JSON.stringify(shown)}${hidden.length > 0 ? ` and ${oneLine(hidden.join(", "))}` : ""}`,
        ]
      : []),
    ...(answers ? [`  answers  ${JSON.stringify(answers)}`] : []),
    ...tokens.map((it, index) => `  ${index === 0 ? "tokens  " : "        "} ${describeToken(it)}`),
    ...(state === ("pending" satisfies ApprovalState) ? [`  expires  ${expiresAt}`] : []),
    ...code.split("\n").map((line) => `  ${line}`),
    "",
  ];
}

/** Where the value behind a token was first seen, so that the approver knows whose it is. */
function describeToken(token: JsonValue): string {
  const { token: name, class: className, pointer, sources } = token as unknown as TokenUse;
  const from = sources.map((source) => `${source.tool}${source.pointer === "" ? "" : `#${source.pointer}`}`);
  // Names of arguments are the agent's words: one with a line break could forge a line of this list.
  return oneLine(
    `${name} (${className}) at ${pointer}, from ${[...new Set(from)].join(", ") || "nowhere known"}`,
  );
}
