/** A vulnerability of a package: versions from `from` on, or all, are affected until `fixed`. */
export interface Vulnerability {
  name: string;
  from?: string;
  fixed: string;
  /** Its number with GitHub's advisories or CVE. */
  id: string;
}

/** Vulnerabilities of packages in the lockfile, so that none is reintroduced. Newest first within a package. */
export const knownVulnerabilities: readonly Vulnerability[] = [
  { name: "fastify", from: "5.3.2", fixed: "5.8.5", id: "CVE-2026-33806" },
  { name: "fastify", from: "5.0.0", fixed: "5.8.1", id: "CVE-2026-3419" },
  { name: "fastify", from: "5.0.0", fixed: "5.7.3", id: "CVE-2026-25224" },
  { name: "fastify", from: "5.0.0", fixed: "5.3.2", id: "CVE-2025-32442" },
  { name: "@fastify/static", fixed: "10.1.2", id: "CVE-2026-7120" },
  { name: "@fastify/static", fixed: "10.1.1", id: "CVE-2026-15074" },
  { name: "find-my-way", from: "9.0.0", fixed: "9.0.1", id: "CVE-2024-45813" },
  { name: "kysely", fixed: "0.28.15", id: "CVE-2026-33468" },
  { name: "nodemailer", fixed: "10.0.14", id: "GHSA-6vj9-mwq6-2f5v" },
  { name: "nodemailer", fixed: "10.0.14", id: "GHSA-prgh-xp8r-p3m5" },
  { name: "nodemailer", fixed: "9.1.0", id: "GHSA-2x7j-588g-ccc2" },
  { name: "nodemailer", fixed: "9.0.1", id: "GHSA-p6gq-j5cr-w38f" },
  { name: "nodemailer", fixed: "7.0.11", id: "GHSA-rcmh-qjqh-p98v" },
  { name: "nodemailer", fixed: "7.0.7", id: "GHSA-mm7p-fcc7-pg87" },
  { name: "ws", from: "8.0.0", fixed: "8.17.1", id: "CVE-2024-37890" },
  { name: "cookie", fixed: "0.7.0", id: "CVE-2024-47764" },
  { name: "semver", from: "7.0.0", fixed: "7.5.2", id: "CVE-2022-25883" },
  { name: "jose", from: "3.0.0", fixed: "4.15.5", id: "CVE-2024-28176" },
  { name: "glob", from: "11.0.0", fixed: "11.1.0", id: "CVE-2025-64756" },
  { name: "brace-expansion", from: "2.0.0", fixed: "2.0.2", id: "CVE-2025-5889" },
  { name: "zod", fixed: "3.22.3", id: "CVE-2023-4316" },
  { name: "nanoid", fixed: "3.3.18", id: "GHSA-2v37-7h3g-55p8" },
  { name: "postcss", fixed: "8.4.31", id: "CVE-2023-44270" },
  { name: "js-yaml", from: "4.0.0", fixed: "4.1.1", id: "CVE-2025-64718" },
  { name: "vite", from: "7.1.0", fixed: "7.1.11", id: "CVE-2025-62522" },
  { name: "vitest", from: "3.0.0", fixed: "3.0.5", id: "CVE-2025-24964" },
  { name: "@babel/runtime", fixed: "7.26.10", id: "CVE-2025-27789" },
];

/** Whether a version is affected by a vulnerability. */
export function isOpen({ from = "0.0.0", fixed }: Vulnerability, version: string): boolean {
  return compare(version, from) >= 0 && compare(version, fixed) < 0;
}

/** Compares versions by their three numbers. */
function compare(a: string, b: string): number {
  const numbers = (text: string) => (text.split(/[-+]/)[0] ?? "").split(".").map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
