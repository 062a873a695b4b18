import { sql } from "kysely";
import { z } from "zod";
import { messageKinds } from "../../contract/notifications/notice-kinds.ts";
import type { Transactional } from "../database/connect.ts";
import { tryLock } from "../database/locks.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import { readerOf } from "../language/reader.ts";
import { addMessages } from "./add-message.ts";
import { addRouteMessages, type StepDeps, takeSteps } from "./escalate.ts";
import { type Notice, OutboxRow, readNotices } from "./notice.ts";
import { isChosen, type Recipient, recipientsOf } from "./recipients.ts";
import { addVendorMails } from "./vendor-mail.ts";
import { addWebhookMessages } from "./webhook-messages.ts";

/** Rows of a property that are dispatched in one transaction. */
const AT_ONCE = 200;

const DispatchRow = OutboxRow.extend({ kind: z.enum(messageKinds), was_never_alerted: z.boolean() });
const PropertyRow = z.object({ property_id: z.int() });
const OrganizationRow = z.object({ organization_id: z.int().nullable() });

/**
 * Makes messages of what is new in the outbox, for each person who wants to know.
 * @returns how many rows were dispatched
 */
export async function dispatchOutbox(deps: StepDeps, isStopped: () => boolean = () => false): Promise<number> {
  const waiting = await queryRows(deps.connections.worker, PropertyRow)`
    select distinct property_id from outbox where dispatched_at is null order by property_id limit 1000`;
  let dispatched = 0;
  const errors: unknown[] = [];
  for (const { property_id } of waiting) {
    try {
      for (let count = AT_ONCE; count === AT_ONCE && !isStopped(); dispatched += count) {
        count = await dispatchProperty(deps, property_id);
        if (count === 0) break;
        // Afterwards: a step that fails must neither take the messages back nor delay the next.
        await deps.connections.worker
          .transaction()
          .execute((tx) => takeSteps(tx, deps, property_id))
          .catch((error: unknown) => errors.push(error));
      }
    } catch (error) {
      // One property that fails must not keep the others.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return dispatched;
}

/** Messages and the mark that they were made are one transaction. Another server takes other properties meanwhile. */
async function dispatchProperty(deps: StepDeps, propertyId: number): Promise<number> {
  const { connections, clock } = deps;
  return connections.worker.transaction().execute(async (tx) => {
    // What is about one property gets its numbers in its order.
    if (!(await tryLock(tx, "outbox", propertyId))) return 0;
    const rows = await queryRows(tx, DispatchRow)`
      select property_id, id, kind, case_id, alert_id, kind = 'case returned' and ${wasNeverAlerted} as was_never_alerted from outbox
      where property_id = ${propertyId} and dispatched_at is null order by id limit ${AT_ONCE}`;
    if (rows.length === 0) return 0;
    const english = readerOf({ language: "en", measure: "gallon" });
    const forPeople = rows.flatMap(({ kind, was_never_alerted, ...row }) =>
      kind === "vendor assigned" || was_never_alerted ? [] : [{ ...row, kind }],
    );
    const notices = await readNotices(connections, propertyId, forPeople, english, clock, "list");
    const current = notices.filter(({ isCurrent }) => isCurrent);
    if (current.length > 0) {
      await addOwnMessages(tx, deps, propertyId, current);
      await addRouteMessages(tx, deps, propertyId, current);
    }
    await addWebhookMessages(tx, current, clock());
    const ids = rows.map(({ id }) => id);
    await addVendorMails(tx, propertyId, ids, clock());
    await sql`
      update outbox set dispatched_at = ${new Date(clock())}
      where property_id = ${propertyId} and id = any(${ids}::bigint[])`.execute(tx);
    return rows.length;
  });
}

/**
 * SQL: whether the case of a row of the outbox has raised no alert, as it costs too little, and nobody reported a fix of it: that
 * it is back is then news to nobody. Once it costs enough its alert is raised.
 */
const wasNeverAlerted = sql`(not exists (
    select from alerts
    where alerts.property_id = outbox.property_id and alerts.case_id = outbox.case_id and alerts.kind = 'leak opened')
  and not exists (
    select from leak_cases one
    where one.property_id = outbox.property_id and one.id = outbox.case_id and one.fixed_at is not null))`;

/** What people want by their own settings. */
async function addOwnMessages(
  tx: Transactional,
  deps: StepDeps,
  propertyId: number,
  notices: readonly Notice[],
): Promise<void> {
  const recipients = await recipientsOf(deps, propertyId);
  const owner = await queryRow(tx, OrganizationRow)`select organization_id from properties where id = ${propertyId}`;
  for (const recipient of recipients) {
    const wanted = notices.filter((notice) => wants(recipient, notice)).map((notice) => ({ notice, byRoute: null }));
    if (wanted.length > 0) await addMessages(tx, owner?.organization_id ?? null, recipient, wanted, deps.clock());
  }
}

function wants({ email, settings }: Recipient, notice: Notice): boolean {
  if (!isChosen(settings, notice.kind, notice.propertyId)) return false;
  // Who reported a fix need not be notified of it.
  if (notice.reportedBy === email) return false;
  return notice.dollarsPerDay === null || notice.dollarsPerDay >= settings.least_dollars_per_day;
}
