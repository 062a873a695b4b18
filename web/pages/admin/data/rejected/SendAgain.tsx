import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Redriven, RejectedReading, RepairAnswer } from "../../../../../contract/readings/repairs.ts";
import { toast } from "../../../../app/toast.ts";
import classes from "../data.module.css";
import { RepairForm } from "../decide/RepairForm.tsx";
import type { RepairBody } from "../decide/send-correction.ts";
import { reasonError, useRepair } from "../decide/use-repair.ts";
import type { DataDialogProps } from "../view/use-data.ts";
import { codeLabel, reasonText } from "./code-text.ts";
import { NoRows } from "./NoRows.tsx";
import rowClasses from "./rows.module.css";
import { useRows } from "./use-rows.ts";
import { fieldOf, sentRows, type WhichRows } from "./which-rows.ts";

/** Ingests rejected rows again like any reading, unchanged or corrected here. */
export default function SendAgain(props: DataDialogProps): ReactNode {
  const { which, rows } = useRows(props.view, props.of);
  if (rows === undefined) return null;
  if ("ids" in which && rows.length === 0) return <NoRows {...props} />;
  return <Form {...props} which={which} rows={rows} />;
}

type FormProps = DataDialogProps & { which: WhichRows; rows: readonly RejectedReading[] };

function Form({ view, of, opened, onClose, onDone, which, rows }: FormProps): ReactNode {
  const [initial] = useState(() => ({
    reason: "",
    ...Object.fromEntries(rows.map(({ id, raw }) => [fieldOf(id), raw])),
  }));
  const repair = useRepair<{ reason: string } & Record<string, string>>({
    propertyId: view.propertyId,
    name: `send again ${view.propertyId} ${of}`,
    initial,
    rules: {
      ...Object.fromEntries(
        rows.map(({ id }) => [fieldOf(id), (typed: string) => (typed.trim() === "" ? t`Write the row.` : null)]),
      ),
      reason: reasonError,
    },
    body: (typed, preview): RepairBody => ({
      kind: "redrive",
      reason: typed.reason.trim(),
      preview,
      ...("code" in which ? { where: { code: which.code } } : { rows: sentRows(rows, typed) }),
    }),
    onDone: (answer) => {
      onDone();
      toast({ title: t`Sent again`, message: t`${resendMessage(answer)} It stands among the repairs.` });
    },
  });
  const { form } = repair.entry;
  const rejected = (id: number) =>
    repair.answer?.rejected_readings.find((one) => one.id === id && one.status === "rejected")?.reason;
  return (
    <RepairForm
      repair={repair}
      opened={opened}
      onClose={onClose}
      title={
        "code" in which
          ? t`Send all “${codeLabel(which.code)}” again`
          : t`Send ${plural(rows.length, { one: "# row", other: "# rows" })} again`
      }
      action={rows.length === 1 ? t`Send it again` : t`Send them again`}
      reasonExample={t`now in the inventory; wrong serial number`}
      size="large"
      outcome={repair.answer && <Outcome rows={rows} outcomes={repair.answer.rejected_readings} />}
    >
      <p className={classes.soft}>
        {"code" in which
          ? t`All open rows that were rejected for this reason are tried again as they came, and up to 10,000 of them stored: after their meters were added to the inventory, for instance.`
          : t`An unchanged row is processed again as the device's reading; one that you correct here takes precedence over any device.`}
      </p>
      <ul className={rowClasses.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <p className={rowClasses.from}>
              <Trans>
                {row.source}, row {row.source_row}
                {form.values[fieldOf(row.id)] !== row.raw && (
                  <b>
                    <Trans>Corrected</Trans>
                  </b>
                )}
              </Trans>
            </p>
            <p id={`why-${row.id}`} className={rowClasses.why}>
              {reasonText(rejected(row.id) ?? row.reason)}
            </p>
            {row.raw_form === "uplink" ? (
              <pre className={rowClasses.raw}>{row.raw}</pre>
            ) : (
              <Textarea
                aria-label={t`Row ${row.source_row} of ${row.source}`}
                aria-describedby={`why-${row.id}`}
                classNames={{ input: rowClasses.text }}
                autosize={false}
                rows={row.raw.length > 90 ? 3 : 2}
                spellCheck={false}
                autoComplete="off"
                maxLength={10_000}
                {...form.getInputProps(fieldOf(row.id))}
              />
            )}
          </li>
        ))}
      </ul>
    </RepairForm>
  );
}

function resendMessage({ rejected_readings: rows }: RepairAnswer): string {
  const taken = rows.filter(({ status }) => status !== "rejected").length;
  const left = rows.length - taken;
  return t`${plural(taken, { one: "# row was", other: "# rows were" })} taken${left === 0 ? "." : t`, ${left} ${left === 1 ? t`was` : t`were`} rejected again.`}`;
}

interface Props {
  rows: readonly RejectedReading[];
  outcomes: readonly Redriven[];
}

const SHOWN = 5;

/** The result for each row sent again; those that would be rejected again show why. */
function Outcome({ rows, outcomes }: Props): ReactNode {
  const of = (status: Redriven["status"]) => outcomes.filter((one) => one.status === status);
  const rejected = of("rejected");
  const parts = [
    t`${plural(of("stored").length, { one: "# row", other: "# rows" })} can be stored`,
    ...(of("duplicate").length > 0 ? [t`${of("duplicate").length} there already`] : []),
    ...(rejected.length > 0 ? [t`${rejected.length} rejected again`] : []),
  ];
  const name = (id: number) => {
    const row = rows.find((one) => one.id === id);
    return row === undefined ? "" : t`${row.source}, row ${row.source_row}: `;
  };
  return (
    <div>
      <p>
        <b>{parts.join(", ")}.</b>
      </p>
      {rejected.slice(0, SHOWN).map(({ id, reason }) => (
        <p key={id}>
          {name(id)}
          {reasonText(reason ?? "")}
        </p>
      ))}
      {rejected.length > SHOWN && (
        <p>
          <Trans>
            And {plural(rejected.length - SHOWN, { one: "# more row", other: "# more rows" })} rejected again.
          </Trans>
        </p>
      )}
    </div>
  );
}
