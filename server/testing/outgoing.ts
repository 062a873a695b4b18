import { openPost } from "../outgoing/safe-request.ts";

/** For tests: requests reach this machine only, and there is no provider of text messages. */
export const outgoing = {
  post: openPost(["127.0.0.1"], { resolve: async () => ["127.0.0.1"] }),
  sms: null,
  sessionSecret: async () => "a secret for tests, of 32 characters and more",
};
