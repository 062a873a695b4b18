import { expect, test } from "vitest";
import type { AuditRow } from "../../../../contract/accounts/audit.ts";
import { auditColumns } from "./audit-columns.tsx";
import type { AuditView } from "./use-audit.ts";

const row = (action: string, objectId: string): AuditRow => ({
  id: 1,
  at: "2026-05-01T08:00:00.000Z",
  actor_id: 7,
  actor: "ann@oak.example",
  action,
  object_type: "user",
  object_id: objectId,
  organization_id: null,
  property_id: null,
  before: null,
  after: null,
  request_id: "r",
});

/** The text of a row in a column. */
function cellText(column: string, action: string, objectId = "7"): string | undefined {
  const view: Pick<AuditView, "setFilters"> = { setFilters: () => undefined };
  const columns = auditColumns({ view, zone: "UTC", organizations: new Map(), properties: new Map() });
  return columns.find(({ id }) => id === column)?.text?.(row(action, objectId));
}

test("does not show the id of the actor's own account", () => {
  expect(cellText("object", "session.start")).toBe("own account");
  expect(cellText("object", "user.delete", "8")).toBe("user 8");
});

test("describes choosing a password by a link in words", () => {
  expect(cellText("action", "invitation.accept")).toBe("Accepted an invitation");
  expect(cellText("action", "password.reset")).toBe("Chose a new password by a link");
});
