// A gateway opened in this process for one command, on the local data folder. The caller is still a key with
// a role, and every request meets the same permission, policy and trail as over HTTP.

import { type Permission, requirePermission, requireReveal } from "../../../admit/admit.ts";
import { composeGateway } from "../../../compose.ts";
import type { Gateway } from "../../../gateway.ts";
import type { LoadedSettings } from "../../../settings.ts";
import type { Principal } from "../../../vocabulary.ts";
import type { Cli } from "../cli.ts";
import { logTo, logTroublesTo } from "./operator-log.ts";
import type { ReachedGateway } from "./reach-gateway.ts";
import { skillsHere } from "./reached-skills.ts";
import { startWatched } from "./watch-run.ts";

export async function openLocalGateway(
  cli: Cli,
  settings: LoadedSettings,
  readSecret: () => Promise<string>,
): Promise<ReachedGateway> {
  const log = logTo(cli.stderr);
  const { gateway, newKeys } = await composeGateway({
    settings,
    log: logTroublesTo(cli.stderr),
    askServers: true,
  });
  try {
    // The secrets are not printed here: stderr of a script is not the place, the files are private.
    for (const { name, file } of newKeys) log(`First start: the key "${name}" is in ${file}.`);
    const principal = await gateway.keyring.authenticate(`Bearer ${await readSecret()}`);
    return asReached(gateway, principal);
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

function asReached(gateway: Gateway, principal: Principal): ReachedGateway {
  const need = (permission: Permission) => requirePermission(principal, permission);
  return {
    isRunning: false,
    skills: skillsHere(gateway, principal),
    async run(request, watch) {
      need("run code");
      return startWatched(gateway.runs, { ...request, principal }, watch);
    },
    async check(code) {
      need("check code");
      return gateway.check(principal, code);
    },
    async searchTools(search) {
      need("search tools");
      return gateway.searchTools(principal, search);
    },
    async readTrail(filter) {
      need("read the trail");
      return { events: await gateway.readTrail(principal, filter) };
    },
    async verifyTrail() {
      need("read the trail");
      return gateway.verifyTrail(principal);
    },
    async listApprovals(state) {
      need("see approvals");
      return gateway.approvals.list(principal, state);
    },
    async decideApproval(id, vote) {
      need("decide approvals");
      return gateway.approvals.decide(principal, id, vote);
    },
    async listKeys() {
      need("manage keys");
      return (await gateway.keyring.list()).map(({ hash: _secret, ...shown }) => shown);
    },
    async createKey(key) {
      need("manage keys");
      return gateway.createKey(principal, key);
    },
    async revealToken(request) {
      requireReveal(principal);
      return gateway.revealToken(principal, request);
    },
    async revokeKey(idOrName) {
      need("manage keys");
      return gateway.revokeKey(principal, idOrName);
    },
    close: () => gateway.close(),
  };
}
