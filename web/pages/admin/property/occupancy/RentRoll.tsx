import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { useToday } from "../view/use-today.ts";
import { occupancyRules } from "./occupancy-rules.ts";
import { readRentRoll, textOfRejected } from "./rent-roll-text.ts";

/** Imports the occupancy of many units from a rent roll. Rejected rows stay in the field for correction. */
export default function RentRoll(props: InventoryDialogProps): ReactNode {
  const today = useToday(props.view.propertyId);
  return today === undefined ? null : <Form {...props} today={today} />;
}

function Form({ view, today, opened, onClose, onDone }: InventoryDialogProps & { today: string }): ReactNode {
  const [rejected, setRejected] = useState<readonly { row: number; reason: string }[]>([]);
  const entry = useEntry({
    name: `rent roll of ${view.propertyId}`,
    initial: { text: "", as_of: today },
    rules: {
      text: (typed: string) => {
        const roll = readRentRoll(typed);
        return typeof roll === "string" ? roll : null;
      },
      as_of: occupancyRules(today).as_of,
    },
    write: async ({ text, as_of }) => {
      const roll = readRentRoll(text);
      if (typeof roll === "string") throw new Error(roll);
      const answer = await call("PUT /v1/properties/{property_id}/occupancy", {
        params: { property_id: view.propertyId },
        body: { as_of, rows: roll.rows.map(({ row }) => row) },
      });
      return { answer, roll };
    },
    onDone: ({ answer, roll }) => {
      const stored = plural(answer.stored, { one: "# unit", other: "# units" });
      const wrong = answer.rows.flatMap(({ row, status, reason }) =>
        status === "rejected" ? [{ row, reason: reason ?? "" }] : [],
      );
      if (wrong.length === 0) {
        onDone();
        toast({ title: t`Occupancy saved`, message: t`${stored} taken from the rent roll.` });
        return;
      }
      entry.form.setFieldValue("text", textOfRejected(roll, new Set(wrong.map(({ row }) => row))));
      setRejected(wrong.map(({ reason }, place) => ({ row: place + 1, reason })));
      if (answer.stored > 0)
        toast({ title: t`Occupancy saved in part`, message: t`${stored} taken. The others are left.` });
    },
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Paste a rent roll`}
      size="large"
      entry={entry}
      save={rejected.length > 0 ? t`Send the rest again` : t`Take it`}
    >
      <p className={classes.soft}>
        <Trans>
          Copy the rows out of your spreadsheet with their headings: unit, status, and where you have them building,
          move in, move out. Status is occupied or vacant, or as rent rolls say it: Current, Notice, Vacant Unrented.
        </Trans>
      </p>
      <TextInput label={t`As of`} type="date" max={today} {...form.getInputProps("as_of")} />
      <Textarea
        label={t`Rows`}
        placeholder={"building\tunit\tstatus\tmove in\nNorth\t101\tCurrent\t1/31/2026\nNorth\t102\tVacant"}
        rows={10}
        spellCheck={false}
        classNames={{ input: classes.mono }}
        data-autofocus
        {...form.getInputProps("text")}
      />
      {rejected.length > 0 && (
        <div role="status">
          <p>
            <Trans>
              <b>{plural(rejected.length, { one: "# row was", other: "# rows were" })} not taken</b> and{" "}
              {rejected.length === 1 ? t`is` : t`are`} left above. Put {rejected.length === 1 ? t`it` : t`them`} right
              there:
            </Trans>
          </p>
          <ul className={classes.reasons}>
            {rejected.slice(0, 20).map(({ row, reason }) => (
              <li key={row}>
                <Trans>
                  Row {row}: {reason}
                </Trans>
              </li>
            ))}
          </ul>
          {rejected.length > 20 && (
            <p className={classes.soft}>
              <Trans>And {rejected.length - 20} more.</Trans>
            </p>
          )}
        </div>
      )}
    </EntryDialog>
  );
}
