// What the fixture server is granted: everything, because the suite tests the protocol and not our rules. Personal data is
// tokenized as ever; one made-up name, which the suite compares letter by letter, is declared to be nobody's.

export const FIXTURE_POLICY = `
policy: 1
id: conformance
applies_to: { agents: ["*"] }
servers:
  fixture: { trust: internal, requests: { sampling: allow, elicitation: allow, roots: allow } }
tools:
  - { id: everything, match: ["fixture.*"], effect: allow }
pii:
  allow: [John Doe]
flows:
  - { id: answers, class: ["*"], from: ["*"], to: ["fixture.*"], effect: allow }
`;
