// Code instead of a value: `readEnv("X")`, `await vault.read(…)`, `config.db.password`.

const CODE =
  /^(?:(?:await|new|return|typeof|yield|throw|async|lambda)$|[A-Za-z_$][\w$]{0,60}(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]{0,60}){0,6}[([]|(?:process|os|config|cfg|conf|settings|env|environ|secrets?|vault|this|self|ctx|context|req|request|args|options|opts|params|props|form|data|input|user|credentials|app|module|var|local|each)(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]{0,60}){1,6}[;,)]{0,3}$)/;

export function isCode(value: string): boolean {
  return CODE.test(value);
}
