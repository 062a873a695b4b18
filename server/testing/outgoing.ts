import { openPost } from "../outgoing/safe-request.ts";

/** For tests: requests reach this machine only. */
export const outgoing = {
  post: openPost(["127.0.0.1"], { resolve: async () => ["127.0.0.1"] }),
  sessionSecret: async () => "a secret for tests, of 32 characters and more",
};
