import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { settingNames } from "../../server/config.ts";
import { copied, environmentOf, isIgnored, ROOT, readIgnored, stagesOfDockerfile, stepsOf } from "./dockerfile.ts";

const stages = stagesOfDockerfile();
const runtime = stages.at(-1) ?? [];

test("the Dockerfile parses as Docker reads it", () => {
  expect(validate(readFileSync(join(ROOT, "Dockerfile"), "utf8"))).toEqual([]);
});

test("everything that it copies exists and passes .dockerignore", () => {
  const rules = readIgnored();
  const paths = stages
    .flatMap((stage) => stepsOf(stage, "COPY"))
    .filter(({ flags }) => flags.from === undefined)
    .flatMap((step) => copied(step).sources);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(paths.filter((path) => isIgnored(path, rules))).toEqual([]);
  // Git keeps what must not be in an image out of the project, too; tests are in the one and not in the other.
  expect(
    ["data", "node_modules", ".git", "web/dist", "server/config.test.ts", "server/testing/database.ts"].filter(
      (path) => !isIgnored(path, rules),
    ),
  ).toEqual([]);
});

test("the last stage copies only what the first stage creates", () => {
  const made = stepsOf(runtime, "COPY").filter(({ flags }) => flags.from !== undefined);
  expect(made.map((step) => [step.flags.from, ...copied(step).sources])).toEqual([
    ["build", "/app/node_modules"],
    ["build", "/app/web/dist"],
  ]);
  expect(stages[0]?.[0]?.args.slice(1)).toEqual(["AS", "build"]);
});

test("runs as an unprivileged user, with data in a volume and a health check", () => {
  expect(stepsOf(runtime, "USER").map(({ text }) => text)).toEqual(["node"]);
  expect(stepsOf(runtime, "VOLUME").map(({ text }) => text)).toEqual([environmentOf(runtime).DATA_DIR]);
  expect(stepsOf(runtime, "HEALTHCHECK")).toHaveLength(1);
  expect(stepsOf(runtime, "EXPOSE").map(({ text }) => text)).toEqual([environmentOf(runtime).PORT]);
});

test("sets only settings of the server, none of them secret", () => {
  const names = Object.keys(environmentOf(runtime)).filter((name) => name !== "NODE_ENV");
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(names.filter((name) => /SECRET|PASSWORD|URL/.test(name))).toEqual([]);
});
