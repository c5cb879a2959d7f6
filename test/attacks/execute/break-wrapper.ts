import type { Attack } from "./attack.ts";

export const BREAK_WRAPPER: Attack[] = [
  {
    id: "close-the-function",
    idea: "Close the wrapper and run at the top of the module, before the run has begun.",
    stoppedBy: "closed bridge",
    code: '}; callTool("crm.echo", { early: true }); const rest = async () => {',
    must: { result: null, args: ['{"early":true}'] },
  },
  {
    id: "throw-at-the-top",
    idea: "Close the wrapper and throw while the module is evaluated.",
    stoppedBy: "closed bridge",
    code: '}; throw Object.assign(new Error("top"), { code: "TOOL_DENIED" }); const rest = async () => {',
    must: { code: "RUNTIME_ERROR", message: /top/ },
  },
  {
    id: "loop-at-the-top",
    idea: "Close the wrapper and loop while the module is evaluated.",
    stoppedBy: "CPU limit",
    code: "}; for (;;) {} const rest = async () => {",
    must: { code: "CPU_LIMIT" },
  },
  {
    id: "second-default",
    idea: "Export a second program in the place of the checked one.",
    stoppedBy: "module goal",
    code: "}; export default async () => 'mine'; (() => {",
    must: { code: "SYNTAX_ERROR" },
  },
  {
    id: "link-slot",
    idea: "Read the slot through which server objects are linked, at the earliest moment.",
    stoppedBy: "closed bridge",
    code: "}; globalThis.early = Reflect.ownKeys(globalThis).filter((key) => /sallyport/.test(String(key))); const rest = async () => {",
    must: { result: null },
  },
  {
    id: "top-level-await",
    idea: "Suspend the module itself, so that its program is started half made.",
    stoppedBy: "closed bridge",
    code: "}; await callTool('crm.echo', { top: true }); const rest = async () => {",
    must: { result: null, args: ['{"top":true}'] },
  },
];
