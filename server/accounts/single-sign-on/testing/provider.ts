import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider from "oidc-provider";

/** Somebody who signs in at the provider. */
export interface Holder {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  given_name?: string;
  family_name?: string;
}

/** An OpenID Connect provider in this process, which signs everybody in as `holder`. */
export interface TestProvider {
  issuer: string;
  /** Who signs in next; null: they deny access. */
  holder: Holder | null;
  /** How they authenticate. */
  methods: string[];
  /** Whether it closes connections, or accepts requests and never responds. */
  isAway: false | "hangs up" | "is silent";
  /** Changes the responses of its token endpoint. */
  tamper: (body: Record<string, unknown>) => void;
  close(): Promise<void>;
}

export interface TestProviderOptions {
  /** The redirect URI. */
  redirectUri: string;
  /** Whether the ID token carries the e-mail; else only UserInfo does. */
  hasEmailInToken?: boolean;
  /** How clients authenticate. */
  secretIn?: "client_secret_basic" | "client_secret_post";
}

export const CLIENT = { clientId: "dripline", clientSecret: "a secret that both know" };

/** @param options see there */
export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  let handle = (_request: IncomingMessage, response: ServerResponse) => void response.destroy();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider does not listen.");
  const issuer = `http://127.0.0.1:${address.port}`;
  const state: TestProvider = {
    issuer,
    holder: null,
    methods: ["pwd"],
    isAway: false,
    tamper: () => {},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const provider = openProvider(issuer, state, options);
  const callback = provider.callback();
  handle = (request, response) => {
    if (state.isAway === "hangs up") return void response.destroy();
    if (state.isAway === "is silent") return;
    // The library accepts either method, whichever was registered; others do not.
    const inHeader = request.headers.authorization?.startsWith("Basic ") === true;
    if (request.url === "/token" && inHeader !== (secretIn(options) === "client_secret_basic")) {
      return void response.writeHead(401, { "content-type": "application/json" }).end('{"error":"invalid_client"}');
    }
    if (request.url?.startsWith("/interaction/")) return void decide(provider, state, request, response);
    return void callback(request, response);
  };
  return state;
}

function openProvider(issuer: string, state: TestProvider, options: TestProviderOptions): Provider {
  const agreed = secretIn(options);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [options.redirectUri],
        token_endpoint_auth_method: agreed,
      },
    ],
    clientAuthMethods: [agreed],
    claims: { openid: ["sub", "amr"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    conformIdTokenClaims: options.hasEmailInToken !== true,
    jwks: { keys: [newKey()] },
    // In seconds.
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    cookies: { keys: ["a key for cookies"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ ...state.holder, sub: accountId }) }),
    // Whoever signs in consents to everything requested.
    loadExistingGrant: async (context) => {
      const { client, session, provider: made } = context.oidc;
      const grant = new made.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === "/token") state.tamper(context.body);
  });
  return provider;
}

function secretIn(options: TestProviderOptions) {
  return options.secretIn ?? "client_secret_basic";
}

function newKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kty: "RSA", use: "sig", alg: "RS256", kid: "one" };
}

/** Completes the login prompt without a page. */
async function decide(
  provider: Provider,
  { holder, methods }: TestProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result =
    holder === null ? { error: "access_denied" } : { login: { accountId: holder.sub, amr: methods, remember: false } };
  await provider.interactionFinished(request, response, result);
}
