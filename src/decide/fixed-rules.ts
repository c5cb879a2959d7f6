// What `rule` says in a decision that no rule of a file made.

export const FIXED_RULE_MEANINGS = {
  no_policy: "No grant file applies to this key.",
  rule_error: "A rule failed while it was evaluated; the reason names it.",
  match_budget: "The expressions of all rules for this call would read more text than one call may cost.",
  unknown_token: "An argument carries a token that this session never issued.",
  token_joined: "The text beside a token would make another value of it.",
  server_not_listed: "A ceiling lists servers, and this tool's server is not among them.",
  ambiguous_args: "Two arguments of the call differ only in upper and lower case.",
  no_match: "No allow or approve rule matches the call.",
  no_flow: "No flow lets a token go from its source to this argument.",
  import_not_allowed: "The code imports a module that policy does not list.",
  code_limit: "The code is over a limit of policy.",
  skill_saving: "Policy says who may save a skill, and whether a person must agree first.",
  skill_seeing: "In tests: whether a skill of another key is seen.",
  workspace_shared: "A file shares this workspace with the key.",
  workspace_not_shared: "No file shares a workspace of this name with the key, or not for this use.",
  request_allowed: "A file lets this server ask this of the client.",
  request_not_allowed: "No file lets this server ask this of the client, or one denies it.",
  code_accepted: "Nothing in policy speaks against the code.",
  literal: "Not a rule: text that merely looks like a token, restored as it was.",
} as const;

export type FixedRule = keyof typeof FIXED_RULE_MEANINGS;
export const FIXED_RULES = Object.keys(FIXED_RULE_MEANINGS) as FixedRule[];
