// A gateway without stages: it records what a surface asks of it and runs programs in this process, unguarded.

import type { ToolHit, ToolSearch, ToolSignatures } from "../../src/catalog/catalog.ts";
import type { DirectCall, DirectReply } from "../../src/direct-call.ts";
import type { Gateway } from "../../src/gateway.ts";
import type { Submission } from "../../src/pipeline.ts";
import type { JsonValue, LogLine, Principal, Run } from "../../src/vocabulary.ts";

export const ANN: Principal = { name: "ann", role: "agent", groups: [] };
export const BOB: Principal = { name: "bob", role: "agent", groups: [] };

export type FakeGateway = {
  gateway: Gateway;
  submissions: Submission[];
  calls: DirectCall[];
  searches: { principal: Principal; search: ToolSearch }[];
  /** Tells listeners that tools may look different. */
  changeTools(): void;
  /** How many listen. */
  listening(): number;
};

export type FakeGatewayOptions = {
  run?: (submission: Submission) => Promise<Run> | Run;
  tools?: ToolHit[];
  search?: () => never;
  call?: (wish: DirectCall) => Promise<DirectReply> | DirectReply;
  signatures?: (principal: Principal) => ToolSignatures | null;
};

export function createFakeGateway(options: FakeGatewayOptions = {}): FakeGateway {
  const submissions: Submission[] = [];
  const calls: DirectCall[] = [];
  const searches: FakeGateway["searches"] = [];
  const listeners = new Set<() => void>();
  const unused = () => {
    throw new Error("the MCP surface has no business here");
  };
  const gateway: Gateway = {
    keyring: {
      authenticate: unused,
      create: unused,
      list: unused,
      revoke: unused,
    } as unknown as Gateway["keyring"],
    limiter: { take: unused } as unknown as Gateway["limiter"],
    runs: {
      start(submission) {
        submissions.push(submission);
        const answer = async () => (options.run ?? runInProcess)(submission);
        return { id: "run_1", session: submission.session ?? "ses_missing", finished: answer() };
      },
      startInBackground: unused,
      cancel: unused,
    },
    findRun: unused,
    async callTool(wish) {
      calls.push(wish);
      return (options.call ?? fakeReply)(wish);
    },
    openPassThrough: unused,
    approvals: { list: unused, decide: unused },
    check: unused,
    typesOf: () => null,
    signatures: (principal) => options.signatures?.(principal) ?? null,
    onToolsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async searchTools(principal, search) {
      searches.push({ principal, search });
      options.search?.();
      const tools = options.tools ?? [{ tool: "crm.list_contacts", description: "List contacts." }];
      return { total: tools.length, tools: tools.slice(0, search.limit) };
    },
    tokenize: unused,
    notes: { list: async () => [], read: async () => null },
    skills: {
      search: async () => ({ total: 0, skills: [] }),
      programFor: async (_principal: Principal, name: string) => ({ code: `return "${name}"`, context: {} }),
      save: async (_principal: Principal, { name }: { name: string }) => ({
        name,
        version: 1,
        state: "draft",
      }),
    } as unknown as Gateway["skills"],
    audit: new Proxy({} as Gateway["audit"], { get: unused }),
    readTrail: unused,
    verifyTrail: unused,
    createKey: unused,
    revokeKey: unused,
    revealToken: unused,
    vault: { forgetSession: unused, forgetValue: unused, rotate: unused },
    reloadPolicies: unused,
    readiness: unused,
    close: async () => {},
  };
  return {
    gateway,
    submissions,
    calls,
    searches,
    changeTools() {
      for (const listener of listeners) listener();
    },
    listening: () => listeners.size,
  };
}

export function fakeReply({ tool, session = "ses_missing" }: DirectCall): DirectReply {
  const stats = { durationMs: 1, resultTokens: 1, pii: {} };
  return { id: "run_2", session, tool, status: "succeeded", result: { ok: true }, stats };
}

export function fakeRun(submission: Submission, changes: Partial<Run> = {}): Run {
  return {
    id: "run_1",
    session: submission.session ?? "ses_missing",
    status: "succeeded",
    result: null,
    logs: [],
    violations: [],
    risk: { level: "low", score: 0 },
    toolCalls: [],
    stats: { durationMs: 1, cpuMs: 1, memoryBytes: 1, resultTokens: 1, savedTokens: 9, pii: {} },
    ...changes,
  };
}

/** Never ends on its own: resolves as cancelled when the submission's signal aborts. */
export function runUntilCancelled(submission: Submission): Promise<Run> {
  return new Promise((resolve) => {
    const cancel = () => resolve(fakeRun(submission, { status: "cancelled" }));
    if (submission.signal.aborted) cancel();
    else submission.signal.addEventListener("abort", cancel, { once: true });
  });
}

const CONTACTS = Array.from({ length: 8 }, (_, index) => ({
  id: `C-0000${index + 1}`,
  company: `Company ${index + 1}`,
  plan: index % 2 ? "team" : "free",
  mrr: index * 200,
}));

const CRM = {
  async list_contacts({ limit = 50, plan }: { limit?: number; plan?: string }) {
    const found = CONTACTS.filter((contact) => plan === undefined || contact.plan === plan);
    return { total: found.length, contacts: found.slice(0, limit) };
  },
  async get_contact({ id }: { id: string }) {
    const found = CONTACTS.find((contact) => contact.id === id);
    if (found) return found;
    throw Object.assign(new Error("no such contact"), { code: "TOOL_FAILED", executed: "yes" });
  },
};

/** The globals that programs are promised, over a CRM of eight contacts. */
async function runInProcess(submission: Submission): Promise<Run> {
  const logs: LogLine[] = [];
  const globals = {
    crm: CRM,
    callTool: (name: string, args: never) => CRM[name.replace("crm.", "") as keyof typeof CRM](args),
    console: { log: (message: unknown) => logs.push({ level: "log", message: String(message) }) },
    context: submission.context ?? null,
  };
  const program = new (Object.getPrototypeOf(async () => {}).constructor)(
    ...Object.keys(globals),
    submission.code,
  );
  try {
    const result = ((await program(...Object.values(globals))) ?? null) as JsonValue;
    return fakeRun(submission, { result, logs });
  } catch (error) {
    const message = error instanceof Error ? error.message : "unknown";
    return fakeRun(submission, {
      status: "failed",
      logs,
      error: { code: "RUNTIME_ERROR", message, line: 1 },
    });
  }
}
