// Saved programs that were linked to this run: `skills.<name>(parameters)`. The host looks at the parameters and
// records the call before the skill's own function runs; what it returns is copied as JSON.

import { apply, defineProperty, freeze, IntrinsicPromise, objectKeys, promiseThen } from "./intrinsics.js";
import { defineGlobal } from "./lockdown.js";
import { copyAsJson } from "./report.js";
import { request } from "./requests.js";

const skills = { __proto__: null };

/** Flat pairs (name, function). Called once, before any guest code runs. */
export function bindSkills(pairs) {
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i];
    const main = pairs[i + 1];
    skills[name] = freeze((parameters) => callSkill(name, main, parameters));
  }
  defineGlobal("skills", freeze(skills));
}

export function deepFreeze(value) {
  if (typeof value !== "object" || value === null) return value;
  const names = objectKeys(value);
  for (let i = 0; i < names.length; i++) deepFreeze(value[names[i]]);
  return freeze(value);
}

function callSkill(name, main, parameters) {
  return new IntrinsicPromise((resolve, reject) => {
    const finish = (value) => {
      try {
        resolve(copyAsJson(value, `The result of skills.${name}`));
      } catch (error) {
        reject(error);
      }
    };
    const begin = (context) => {
      try {
        whenSettled(main(deepFreeze(context)), finish, reject);
      } catch (error) {
        reject(error);
      }
    };
    whenSettled(request("service", "skills.call", { __proto__: null, name, parameters }), begin, reject);
  });
}

/** Without its own `constructor`, `then` would ask guest code for the species of the promise that it returns. */
function whenSettled(promise, onValue, onError) {
  defineProperty(promise, "constructor", { __proto__: null, value: undefined });
  apply(promiseThen, promise, [onValue, onError]);
}
