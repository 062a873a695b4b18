import * as oidc from "openid-client";
import { hasEmailClaims, type Identity, identityOf } from "./identity.ts";
import type { SingleSignOnSettings } from "./settings.ts";

/** Timeout of the provider, in seconds. */
const ANSWERS_WITHIN_S = 5;

/** The parameters of one sign-in: sent with the request, and verified in the response. */
export interface Attempt {
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
}

/** The provider, whose configuration is discovered on first use, with retries until it responds. */
export interface Provider {
  /** Discovers the configuration once. @throws when the provider does not respond, or is another issuer */
  find(): Promise<void>;
  /** The authorization URL of an attempt. */
  addressOf(attempt: Attempt): Promise<string>;
  /**
   * Whom the provider authenticated.
   * @param answer the query of its redirect
   * @throws what openid-client throws, for failureOf
   */
  identify(answer: URLSearchParams, attempt: Attempt): Promise<Identity>;
}

/** Random values for a new attempt. */
export function newAttempt(): Attempt {
  return { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
}

/** @param redirectUri where the provider redirects people to */
export function openProvider(settings: SingleSignOnSettings, redirectUri: string): Provider {
  const issuer = new URL(settings.issuer);
  let found: oidc.Configuration | null = null;
  let looking: Promise<oidc.Configuration> | null = null;
  const find = async (): Promise<oidc.Configuration> => {
    if (found !== null) return found;
    looking ??= oidc
      .discovery(issuer, settings.clientId, undefined, clientSecret(settings.clientSecret), {
        timeout: ANSWERS_WITHIN_S,
        execute: [
          // Else only TLS vouches for the token, and its signature is not verified.
          oidc.enableNonRepudiationChecks,
          // The settings allow http for the local machine only.
          ...(issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .finally(() => {
        looking = null;
      });
    found = await looking;
    return found;
  };
  return {
    find: async () => {
      await find();
    },
    addressOf: async ({ state, nonce, verifier }) => {
      const address = oidc.buildAuthorizationUrl(await find(), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return address.href;
    },
    identify: async (answer, { state, nonce, verifier }) => {
      const config = await find();
      const back = new URL(`?${answer}`, redirectUri);
      const tokens = await oidc.authorizationCodeGrant(config, back, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const tokenClaims = tokens.claims();
      if (tokenClaims === undefined) throw new Error("The provider gave no ID token.");
      const needsUserInfo = !hasEmailClaims(tokenClaims) && config.serverMetadata().userinfo_endpoint !== undefined;
      // Many providers return the e-mail only from UserInfo. The identity stays that of the ID token.
      const more = needsUserInfo ? await oidc.fetchUserInfo(config, tokens.access_token, tokenClaims.sub) : {};
      return identityOf(tokenClaims, more, settings.trustsEmails);
    },
  };
}

/** As the provider accepts it: in a header, unless its metadata lists the body only. */
function clientSecret(secret: string): oidc.ClientAuth {
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const wanted = taken.includes("client_secret_basic") ? inHeader : inBody;
    return wanted(server, client, body, headers);
  };
}
