import type { FastifyInstance } from "fastify";

/** A browser that keeps cookies, ours and the provider's. */
export interface Browser {
  cookie: string;
  /** Begins a sign-in. @returns the authorization URL */
  begin(returnTo?: string): Promise<string>;
  /** Signs in at the provider. @returns the URL that it redirects back to */
  visit(address: string): Promise<string>;
  /** Follows that redirect. @returns the next location, without the host where it is ours */
  comeBack(address: string): Promise<string>;
  /** The whole flow. */
  signIn(returnTo?: string): Promise<string>;
}

export function openBrowser(app: FastifyInstance, baseUrl: string): Browser {
  const own = new Map<string, string>();
  const keep = (answer: { cookies: { name: string; value: string }[] }) => {
    for (const { name, value } of answer.cookies) {
      if (value === "") own.delete(name);
      else own.set(name, encodeURIComponent(value));
    }
  };
  const browser: Browser = {
    get cookie() {
      return [...own].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(header) {
      own.clear();
      for (const pair of header.split("; "))
        own.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    },
    begin: async (return_to) => {
      const answer = await app.inject({
        method: "POST",
        url: "/v1/single-sign-on",
        headers: { cookie: browser.cookie },
        payload: { return_to },
      });
      if (answer.statusCode !== 200) throw new Error(`Beginning failed: ${answer.body}`);
      keep(answer);
      return answer.json<{ url: string }>().url;
    },
    visit: (address) => followAway(address, baseUrl),
    comeBack: async (address) => {
      const url = address.slice(baseUrl.length);
      const answer = await app.inject({ url, headers: { cookie: browser.cookie } });
      keep(answer);
      const { location } = answer.headers;
      if (answer.statusCode !== 303 || location === undefined) throw new Error(`Coming back failed: ${answer.body}`);
      return location.startsWith(`${baseUrl}/`) ? location.slice(baseUrl.length) : location;
    },
    signIn: async (returnTo) => browser.comeBack(await browser.visit(await browser.begin(returnTo))),
  };
  return browser;
}

/** Follows the provider's redirects until they leave it for `baseUrl`. */
async function followAway(address: string, baseUrl: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const answer = await fetch(next, { redirect: "manual", headers });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next).href;
    if (next.startsWith(`${baseUrl}/`)) return next;
  }
  throw new Error("The provider sends in circles.");
}
