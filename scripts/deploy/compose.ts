import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT } from "./dockerfile.ts";

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  ports: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()),
  privileged: z.boolean().optional(),
  user: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});

const composition = z.object({
  services: z.object({ app: service, database: service }),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string(), gateway: z.string() })) }) }),
  }),
  volumes: z.record(z.string(), z.null()),
});

export type Composition = z.infer<typeof composition>;

/** The project's compose.yaml. */
export function readCompose(): Composition {
  return composition.parse(parse(readFileSync(join(ROOT, "compose.yaml"), "utf8")));
}

/**
 * Settings with variables substituted as Docker does: `${X:-default}` and `${X:?what is missing}`.
 * @throws Error that names what is missing
 */
export function filledIn(settings: Record<string, string>, given: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{([A-Z_]+):([-?])([^}]*)\}/g, (_, name: string, kind: string, word: string) => {
      const value = given[name];
      if (value !== undefined && value !== "") return value;
      if (kind === "?") throw new Error(`${name} is missing: ${word}`);
      return word;
    });
  return Object.fromEntries(Object.entries(settings).map(([name, text]) => [name, fill(text)]));
}
