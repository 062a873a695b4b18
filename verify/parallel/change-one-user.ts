import { z } from "zod";
import { userCalls } from "../../contract/accounts/users.ts";
import { ask, idIn, type Person } from "../harness/person.ts";
import { fromAllClients } from "./clients.ts";

const USERS = "/v1/admin/staff/organizations/users";
const EMAIL = "counted@example.com";
const { response: list } = userCalls[`GET ${USERS}`];

const withIds = z.object({ results: z.array(z.object({ id: z.number() })) });

export interface UserChanged {
  kept: number;
  /** Rejected because it was changed meanwhile; they looked again. */
  rejected: number;
  failed: number;
  lost: number;
}

/** Lets many clients count on in one field of one user at once: whatever was kept must have been counted. */
export async function changeOneUser(person: Person, propertyId: number): Promise<UserChanged> {
  const result: UserChanged = { kept: 0, rejected: 0, failed: 0, lost: 0 };
  const organization = await ask(person, ["GET", "/v1/admin/staff/inventory/organizations?page_size=1"]);
  const organizationId = withIds.parse(organization.value).results[0]?.id;
  const made = await ask(person, [
    "POST",
    `${USERS}/external`,
    {
      email: EMAIL,
      role: 4,
      permissions: ["reporting.view_property_data_report"],
      organization_id: organizationId,
      assigned_properties: [propertyId],
      business_title: "0",
    },
  ]);
  const id = idIn(made.value);
  const look = async () => {
    const { value } = await ask(person, ["GET", `${USERS}?search=${encodeURIComponent(EMAIL)}`]);
    const [user] = list.parse(value).results;
    if (user === undefined) throw new Error("The user is gone.");
    return { count: Number(user.business_title), at: user.modified_at };
  };
  await fromAllClients(async () => {
    for (;;) {
      const { count, at } = await look();
      const change = { business_title: `${count + 1}`, expected_modified_at: at };
      const { status } = await ask(person, ["PATCH", `${USERS}/external/${id}`, change]);
      if (status === 409) {
        result.rejected++;
        continue;
      }
      if (status === 200) result.kept++;
      else result.failed++;
      return;
    }
  });
  result.lost = result.kept - (await look()).count;
  return result;
}
