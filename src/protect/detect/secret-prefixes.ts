// Prefixes that providers give their secrets. Each shape is bounded, and starts only where a word starts, so that a
// hostile text is read once.

const SHAPES = [
  // AWS, GitHub, GitLab
  "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
  "gh[pousr]_[A-Za-z0-9]{36,255}",
  "github_pat_[A-Za-z0-9_]{22,255}",
  "gl(?:pat|dt|rt|cbt|ptt|oas|ft|soat|agent|imt)-[A-Za-z0-9_-]{20,255}",
  // Slack, Stripe, Square, Shopify
  "xox[abeoprs]-[A-Za-z0-9-]{10,250}",
  "xapp-\\d-[A-Za-z0-9-]{10,250}",
  "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}",
  "whsec_[A-Za-z0-9+/]{24,80}",
  "sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}",
  "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
  // OpenAI, Anthropic and other model providers; a digit tells a key from a hyphenated name
  "sk-(?:ant-|proj-|svcacct-|admin-|or-v1-)?(?=[A-Za-z0-9_-]{0,60}\\d)[A-Za-z0-9_-]{20,250}",
  "gsk_[A-Za-z0-9]{40,80}",
  "xai-[A-Za-z0-9]{60,100}",
  "pplx-[A-Za-z0-9]{40,80}",
  "r8_[A-Za-z0-9]{37,40}",
  "hf_[A-Za-z0-9]{30,40}",
  // Google
  "AIza[A-Za-z0-9_-]{35}",
  "ya29\\.[A-Za-z0-9_-]{20,500}",
  "GOCSPX-[A-Za-z0-9_-]{28}",
  // Packages, mail, telephony
  "npm_[A-Za-z0-9]{36}",
  "pypi-AgE[A-Za-z0-9_-]{50,250}",
  "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}",
  "SK[0-9a-f]{32}",
  "key-[0-9a-z]{32}",
  "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
  // Clouds and tools
  "do[opr]_v1_[a-f0-9]{64}",
  "dapi[a-f0-9]{32}",
  "lin_api_[A-Za-z0-9]{32,64}",
  "(?:ntn|secret)_[A-Za-z0-9]{40,64}",
  "fig[du]_[A-Za-z0-9_-]{40,60}",
  "hv[sbr]\\.[A-Za-z0-9_-]{20,200}",
  "dp\\.(?:pt|st|ct)\\.[A-Za-z0-9._-]{40,60}",
  "ATATT3[A-Za-z0-9_=-]{100,250}",
  "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}",
  "NRAK-[A-Z0-9]{27}",
  "sntrys_[A-Za-z0-9_=+/-]{40,250}",
  "sbp_[a-f0-9]{40}",
  "PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
  "pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.-]{32,64}",
  "AGE-SECRET-KEY-1[A-Z0-9]{58}",
  "gl(?:sa|c)_[A-Za-z0-9_=+/]{32,250}",
  "tskey-[a-z]{3,8}-[A-Za-z0-9-]{16,80}",
  "\\d{8,10}:AA[A-Za-z0-9_-]{33}",
  "[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}",
  "AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{140}",
  "sb_secret_[A-Za-z0-9_-]{20,60}",
  "vercel_[a-z]{2,8}_[A-Za-z0-9_]{20,80}",
  "rubygems_[a-f0-9]{48}",
  "dckr_pat_[A-Za-z0-9_-]{20,40}",
  "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,70}",
  "AT(?:CTT3|BB)[A-Za-z0-9_=-]{20,250}",
  "sntryu_[a-f0-9]{64}",
  "rnd_[A-Za-z0-9]{24,40}",
  "[0-9a-f]{32}-us\\d{1,2}",
  "EAA[A-Za-z0-9]{60,250}",
  "AAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{60,120}",
  "whsec_[A-Za-z0-9]{24,80}",
  "(?:nvapi|cpat|key|tok|fc|tvly|sl\\.u)-[A-Za-z0-9_-]{32,200}",
  // JSON web tokens
  "eyJ[A-Za-z0-9_-]{10,2000}\\.eyJ[A-Za-z0-9_-]{10,8000}\\.[A-Za-z0-9_-]{10,1000}",
];

export const SECRET_PATTERN = new RegExp(`(?<![A-Za-z0-9_.-])(?:${SHAPES.join("|")})(?![A-Za-z0-9_])`, "g");
