import { t } from "@lingui/core/macro";

/** Browsers by user agent; the order matters because many also claim to be those further down. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
] as const;

const systems = [
  [/\biPhone\b/, t`an iPhone`],
  [/\biPad\b/, t`an iPad`],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, t`a Mac`],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
] as const;

/** A browser and its operating system: "Firefox on Windows". A user agent with neither is some program. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (system === undefined) return browser ?? t`A program`;
  return t`${browser ?? "A browser"} on ${system}`;
}

/** Whether it is held in a hand. */
export function isPhone(userAgent: string): boolean {
  return /\biPhone\b|\bMobile\b/.test(userAgent);
}
