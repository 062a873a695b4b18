import type { CallAnswer } from "../../../../app/api.ts";

export type Session = CallAnswer<"GET /v1/me/sessions">["results"][number];
