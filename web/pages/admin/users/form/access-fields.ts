import type { User } from "../../../../../contract/accounts/users.ts";
import type { UserEntry } from "./use-user-form.ts";
import type { AccessPart } from "./user-form.ts";

/** One organization's part of the form, and how it is changed. */
export interface AccessFieldsProps {
  entry: UserEntry;
  /** null: a new one. */
  user: User | null;
  part: AccessPart;
}
