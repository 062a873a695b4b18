import { openProvider, type Provider } from "./provider.ts";
import type { SingleSignOnSettings } from "./settings.ts";

export interface SingleSignOn {
  settings: SingleSignOnSettings;
  provider: Provider;
}

/** Single sign-on for the installation that people reach at `baseUrl`; contacts no provider before first use. */
export function openSingleSignOn(settings: SingleSignOnSettings, baseUrl: string): SingleSignOn {
  return { settings, provider: openProvider(settings, new URL("/v1/single-sign-on/callback", baseUrl).href) };
}

/** Whether people with this e-mail must sign in at the provider: their password is not checked. */
export function rejectsPassword({ settings }: SingleSignOn, email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return settings.onlyDomains.includes(domain);
}
