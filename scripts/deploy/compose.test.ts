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

test("the app's container can write to its volume only, and has no capabilities", () => {
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

test("the database has a supported version, is not exposed, and has a health check", () => {
  const { database } = services;
  expect(database.image).toBe("postgres:18");
  expect(database.ports).toBeUndefined();
  expect(database.healthcheck?.test.join(" ")).toContain("pg_isready");
  // Where the image of Postgres 18 keeps its data; with the folder of older ones a container loses them.
  expect(database.volumes).toEqual(["database:/var/lib/postgresql"]);
  expect(Object.keys(volumes)).toEqual(["database", "files"]);
});

test("every setting exists, and the server accepts the values", () => {
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

test.each(Object.keys(secrets))("does not start without %s", (name) => {
  const given = { ...secrets, [name]: "" };
  expect(() => filledIn({ ...services.app.environment, ...services.database.environment }, given)).toThrow(name);
});
