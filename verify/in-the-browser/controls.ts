import { mutated } from "../sabotage/sabotages.ts";
import type { Cluster } from "../world/cluster.ts";
import { tryApart, wrongOnly } from "../world/trial.ts";
import type { Part } from "./run-sample.ts";

/** A care of the server left out on purpose, which must be noticed. */
export interface Control {
  title: string;
  /** What must notice it. */
  part: Part;
  /** The file's path from the root, with a slash before it. */
  file: string;
  from: string;
  to: string;
}

const SECURITY = "/server/http/security.ts";

export const controls: readonly Control[] = [
  { title: "no security headers", part: "headers", file: SECURITY, from: "reply.headers(headers);", to: "" },
  {
    title: "inline scripts allowed",
    part: "headers",
    file: SECURITY,
    from: "script-src 'self'",
    to: "script-src 'self' 'unsafe-inline'",
  },
  { title: "no HSTS", part: "headers", file: SECURITY, from: "...(https ?", to: "...(false ?" },
  { title: "framed by anybody", part: "headers", file: SECURITY, from: "\"frame-ancestors 'none'\",", to: "" },
  {
    title: "answers that may be kept",
    part: "headers",
    file: SECURITY,
    from: 'reply.header("cache-control", "no-store")',
    to: "reply",
  },
  {
    title: "reports that everybody's cache may keep",
    part: "headers",
    file: "/server/http/reports/entity-tag.ts",
    from: '"private, no-cache"',
    to: '"public, max-age=60"',
  },
  {
    title: "no headers where the router rejects",
    part: "headers",
    file: "/server/http/unrouted.ts",
    from: 'reply.headers(securityHeaders(https)).header("cache-control", "no-store");',
    to: "",
  },
  {
    title: "writes from everywhere",
    part: "other sites",
    file: SECURITY,
    from: "if (isOwn) return;",
    to: "return;",
  },
  {
    title: "writes from an origin in older browsers",
    part: "other sites",
    file: SECURITY,
    from: "? origin === ownOrigin",
    to: "? true",
  },
  {
    title: "writes from an origin of plain http",
    part: "other sites",
    file: SECURITY,
    from: "? origin === ownOrigin",
    to: '? origin.replace("http:", "https:") === ownOrigin',
  },
  {
    title: "writes with a cookie from nowhere",
    part: "other sites",
    file: SECURITY,
    from: ": cookieValue(cookie, cookieName) === null",
    to: ": true",
  },
  {
    title: "writes from sister sites",
    part: "other sites",
    file: SECURITY,
    from: 'site === "same-origin"',
    to: 'site !== "cross-site"',
  },
  {
    title: "bodies of forms read as text",
    part: "other sites",
    file: "/server/http/app.ts",
    from: 'app.removeContentTypeParser("text/plain");',
    to: "",
  },
  {
    title: "names kept with their markup replaced",
    part: "texts",
    file: "/server/http/route/route.ts",
    from: "if (result.success) return result.data;",
    to: `if (result.success && part !== "body") return result.data;
    if (result.success) {
      return JSON.parse(JSON.stringify(result.data), (_key, inner) =>
        typeof inner === "string" ? inner.replaceAll("<", "&lt;") : inner,
      );
    }`,
  },
];

/** What is wrong with a server that a care was taken from. */
export async function tryWithout(cluster: Cluster, control: Control): Promise<string[]> {
  const { part } = control;
  const settings: Record<string, string> = part === "texts" ? {} : { BASE_URL: "https://water.example.com" };
  const script = "verify/in-the-browser/run-sample.ts";
  return (await tryApart(cluster, script, part, { ...mutated(control), ...settings }, wrongOnly)).wrong;
}
