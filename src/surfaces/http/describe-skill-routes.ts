// Routes of saved programs.

import { anyObject, runReply } from "./reply-shapes.ts";
import type { RouteDescription } from "./route-descriptions.ts";
import * as skills from "./skill-routes.ts";

export const SKILL_ROUTES: readonly RouteDescription[] = [
  {
    method: "GET",
    path: "/v1/skills",
    summary: "Find skills",
    needs: "see skills",
    query: skills.searchQuery,
    reply: anyObject,
  },
  {
    method: "POST",
    path: "/v1/skills",
    summary: "Save a program that succeeded",
    needs: "save skills",
    body: skills.saveBody,
    reply: anyObject,
    status: 201,
  },
  {
    method: "GET",
    path: "/v1/skills/:name",
    summary: "One skill with its code",
    needs: "see skills",
    query: skills.showQuery,
    reply: anyObject,
  },
  {
    method: "GET",
    path: "/v1/skills/:name/versions",
    summary: "Its versions",
    needs: "see skills",
    reply: anyObject,
  },
  {
    method: "POST",
    path: "/v1/skills/:name/run",
    summary: "Run a skill by name",
    needs: "run code",
    body: skills.runBody,
    reply: runReply,
    streams: ["text/event-stream"],
  },
  {
    method: "POST",
    path: "/v1/skills/:name/approve",
    summary: "Let others run one version",
    needs: "decide about skills",
    body: skills.approveBody,
    reply: anyObject,
  },
  {
    method: "POST",
    path: "/v1/skills/:name/retire",
    summary: "Take one version out of use",
    needs: "see skills",
    body: skills.retireBody,
    reply: anyObject,
  },
  {
    method: "POST",
    path: "/v1/skills/export",
    summary: "A signed bundle of skills",
    needs: "move skills",
    body: skills.exportBody,
    reply: anyObject,
  },
  {
    method: "POST",
    path: "/v1/skills/verify",
    summary: "What is in a bundle, and whether it is as it was signed",
    needs: "move skills",
    body: skills.importBody,
    reply: anyObject,
  },
  {
    method: "POST",
    path: "/v1/skills/import",
    summary: "Take in a bundle; its skills wait for approval",
    needs: "move skills",
    body: skills.importBody,
    reply: anyObject,
    status: 201,
  },
];
