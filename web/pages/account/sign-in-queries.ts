import { read } from "../../app/query.ts";

/** Whether the installation still waits for its first administrator. */
export const firstAdminQuery = read("GET /v1/first-admin", {});

/** What the provider is called at which people can sign in, too; null without one. */
export const singleSignOnQuery = read("GET /v1/single-sign-on", {});
