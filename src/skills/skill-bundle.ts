// Skills in one signed file, to give to another team. The signature covers a list of hashes, one for each part of each
// skill, so that whoever checks it can name the part that was altered.

import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";
import { canonicalJson, sha256Hex } from "../text/canonical-json.ts";
import type { JsonObject, JsonValue } from "../vocabulary.ts";
import { type BundleKeys, keyIdOf } from "./bundle-keys.ts";

export const BUNDLE_FORMAT = "sallyport-skills/1";

const PARTS = ["name", "version", "owner", "description", "tags", "parameters", "code", "tools"] as const;

const bundledSkill = z.strictObject({
  name: z.string(),
  version: z.number().int().min(1),
  owner: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  parameters: z.custom<JsonObject>((value) => typeof value === "object" && value !== null),
  code: z.string(),
  tools: z.array(z.strictObject({ tool: z.string(), pin: z.string() })),
});
const bundle = z.strictObject({
  format: z.literal(BUNDLE_FORMAT, `must be ${BUNDLE_FORMAT}`),
  exportedAt: z.string(),
  skills: z.array(bundledSkill).min(1, "must hold at least one skill").max(500),
  /** For each skill, SHA-256 of each part. */
  hashes: z.array(z.record(z.string(), z.string())),
  publicKey: z.string(),
  signature: z.string(),
});

export type BundledSkill = z.infer<typeof bundledSkill>;
export type SkillBundle = z.infer<typeof bundle>;
export type BundleProblem = { place: string; problem: string };
export type VerifiedBundle =
  | { ok: true; bundle: SkillBundle; keyId: string }
  | { ok: false; problems: BundleProblem[]; keyId: string | null };

export function signBundle(skills: BundledSkill[], exportedAt: string, keys: BundleKeys): SkillBundle {
  const hashes = skills.map(hashParts);
  const signature = sign(null, signedText(exportedAt, hashes), keys.privateKey).toString("base64");
  const publicKey = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
  return { format: BUNDLE_FORMAT, exportedAt, skills, hashes, publicKey, signature };
}

/** `trusted`: the keys whose bundles are taken; the key inside a bundle only says which of them it claims. */
export function verifyBundle(given: unknown, trusted: readonly KeyObject[]): VerifiedBundle {
  const parsed = bundle.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({
      place: `/${path.join("/")}`,
      problem: message,
    }));
    return { ok: false, problems, keyId: null };
  }
  const key = readKey(parsed.data.publicKey);
  if (key === null) {
    return {
      ok: false,
      problems: [{ place: "/publicKey", problem: "is no Ed25519 public key" }],
      keyId: null,
    };
  }
  const keyId = keyIdOf(key);
  const problems = [
    ...trustProblems(keyId, trusted),
    ...signatureProblems(parsed.data, key),
    ...partProblems(parsed.data),
    ...twins(parsed.data),
  ];
  return problems.length > 0 ? { ok: false, problems, keyId } : { ok: true, bundle: parsed.data, keyId };
}

function hashParts(skill: BundledSkill): Record<string, string> {
  return Object.fromEntries(PARTS.map((part) => [part, sha256Hex(canonicalJson(skill[part] as JsonValue))]));
}

function signedText(exportedAt: string, hashes: readonly Record<string, string>[]): Buffer {
  return Buffer.from(canonicalJson({ type: BUNDLE_FORMAT, exportedAt, hashes }));
}

function readKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

function trustProblems(keyId: string, trusted: readonly KeyObject[]): BundleProblem[] {
  if (trusted.some((key) => keyIdOf(key) === keyId)) return [];
  const known = trusted.map(keyIdOf).join(", ") || "none";
  return [{ place: "/publicKey", problem: `is the key ${keyId}, which is not trusted (trusted: ${known})` }];
}

function signatureProblems({ exportedAt, hashes, signature }: SkillBundle, key: KeyObject): BundleProblem[] {
  if (verify(null, signedText(exportedAt, hashes), key, Buffer.from(signature, "base64"))) return [];
  return [{ place: "/signature", problem: "does not belong to `exportedAt` and `hashes` with this key" }];
}

function partProblems({ skills, hashes }: SkillBundle): BundleProblem[] {
  if (skills.length !== hashes.length) {
    const problem = `has ${skills.length} skills, and ${hashes.length} were signed`;
    return [{ place: "/skills", problem }];
  }
  return skills.flatMap((skill, index) => {
    const actual = hashParts(skill);
    const signed = hashes[index] ?? {};
    return PARTS.filter((part) => actual[part] !== signed[part]).map((part) => ({
      place: `/skills/${index}/${part}`,
      problem: `of the skill ${skill.name} is not what was signed`,
    }));
  });
}

/** Two programs under one name, of which people would see one and run the other. */
function twins({ skills }: SkillBundle): BundleProblem[] {
  const names = skills.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ place: `/skills/${index}/name`, problem: `is ${name}, which the bundle names twice` }]
      : [],
  );
}
