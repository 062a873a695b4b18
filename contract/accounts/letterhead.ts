import { z } from "zod";
import { call } from "../call/call.ts";
import { givenName, id } from "../call/fields.ts";

/** Of the file, in bytes. */
const MAX_LOGO = 512 * 1024;

const params = z.strictObject({ id });
const response = z.object({
  organization_id: z.number().int().describe("Id of the organization."),
  name: z.string().describe("Name of the company that manages its properties; empty: none is shown."),
  logo: z
    .object({
      png: z.string().describe("The logo as PNG, in Base64."),
      width: z.number().int().describe("Pixels across."),
      height: z.number().int().describe("Pixels down."),
    })
    .nullable()
    .describe("Its logo; null: none is shown."),
});
export type Letterhead = z.output<typeof response>;

export const letterheadCalls = {
  "GET /v1/organizations/{id}/letterhead": call({
    access: "portfolio-or-admin",
    summary: "Name and logo of the manager as an organization's owner's report shows them.",
    params,
    response,
  }),
  "PUT /v1/organizations/{id}/letterhead": call({
    access: "admin",
    summary: "Sets the name of the manager that the owner's report shows, and its logo.",
    params,
    body: z.strictObject({
      name: givenName.max(100, "The name has at most 100 characters.").describe("Its name; empty: none is shown."),
      logo: z
        .string()
        .max(Math.ceil(MAX_LOGO / 3) * 4, "The logo has more than 512 KB. Send a smaller file.")
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, "Send the file in Base64.")
        .nullable()
        .optional()
        .describe(
          "A PNG or JPEG of at most 512 KB and 16 million pixels, in Base64; it is made smaller to fit into 600 by 240 pixels. null: none. Left out: it stays.",
        ),
    }),
    maxBodyKib: 704,
    response,
  }),
};
