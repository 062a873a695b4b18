import { expect, test } from "vitest";
import { readConfig, settingNames } from "../../server/config.ts";
import { filledIn, readCompose } from "./compose.ts";
import { environmentOf, stagesOfDockerfile } from "./dockerfile.ts";

const { services, networks, volumes } = readCompose();
const secrets = {
  POSTGRES_PASSWORD: "b".repeat(48),
  SESSION_SECRET: "not a secret, for one test run only",
  BASE_URL: "https://water.example.com",
};

test("The app's container can write to its volume and nowhere else, and gets no rights", () => {
  const { app } = services;
  expect(app).toMatchObject({
    read_only: true,
    tmpfs: ["/tmp"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    ports: ["127.0.0.1:4000:4000"],
    depends_on: { database: { condition: "service_healthy" } },
  });
  expect(app.privileged).toBeUndefined();
  expect(app.user).toBeUndefined();
  expect(app.volumes).toEqual([`files:${environmentOf(stagesOfDockerfile().at(-1) ?? []).DATA_DIR}`]);
});

test("The database is one that the server takes, is not reached from outside, and says when it is ready", () => {
  const { database } = services;
  expect(database.image).toBe("postgres:18");
  expect(database.ports).toBeUndefined();
  expect(database.healthcheck?.test.join(" ")).toContain("pg_isready");
  // Where the image of Postgres 18 keeps its data; with the folder of older ones a container loses them.
  expect(database.volumes).toEqual(["database:/var/lib/postgresql"]);
  expect(Object.keys(volumes)).toEqual(["database", "files"]);
});

test("Every setting is one of the server, and the server takes them as they are filled in", () => {
  expect(Object.keys(services.app.environment).filter((name) => !settingNames.includes(name))).toEqual([]);
  const config = readConfig(filledIn(services.app.environment, secrets));
  expect(config).toMatchObject({
    databaseUrl: `postgres://dripline:${secrets.POSTGRES_PASSWORD}@database:5432/dripline`,
    sessionSecret: secrets.SESSION_SECRET,
    baseUrl: secrets.BASE_URL,
    trustedProxies: [networks.default.ipam.config[0]?.gateway],
    host: "0.0.0.0",
    demo: false,
    mail: null,
  });
});

test.each(Object.keys(secrets))("Without %s it does not start", (name) => {
  const given = { ...secrets, [name]: "" };
  expect(() => filledIn({ ...services.app.environment, ...services.database.environment }, given)).toThrow(name);
});
