import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Quarantined } from "../../../../../contract/readings/repairs.ts";
import { toast } from "../../../../app/toast.ts";
import { formatCount } from "../../../../components/format.ts";
import classes from "../data.module.css";
import { RepairForm } from "../decide/RepairForm.tsx";
import type { RepairBody } from "../decide/send-correction.ts";
import { reasonError, useRepair } from "../decide/use-repair.ts";
import { NoRows } from "../rejected/NoRows.tsx";
import { dataQueries } from "../view/data-queries.ts";
import type { DataDialogProps } from "../view/use-data.ts";
import ownClasses from "./quarantine.module.css";
import { measuredTimeText, readingSummary } from "./quarantined-text.ts";

const ABOVE_LIMIT = t`It is more than can pass there. Give the reason why it is real: it stays on record.`;

/** The readings that are named before they are decided; more are counted. */
const SHOWN = 8;

/** Accepts or rejects what is in quarantine, once it was seen what that changes. */
export default function Decide(props: DataDialogProps): ReactNode {
  const { view, of } = props;
  const list = useQuery(dataQueries(view.propertyId, view.search).quarantine);
  // As they were when it opened: they leave the list once they are decided.
  const [held, setHeld] = useState<{ isAccept: boolean; rows: readonly Quarantined[] }>();
  const ids = of.split(",");
  const found = list.data?.results.filter(({ id, decision }) => decision === null && ids.includes(id));
  if (held === undefined && found !== undefined && found.length > 0) {
    setHeld({ isAccept: view.search.dialog === "accept", rows: found });
  }
  if (held !== undefined) return <Form {...props} {...held} />;
  return found === undefined ? null : <NoRows {...props} />;
}

type FormProps = DataDialogProps & { isAccept: boolean; rows: readonly Quarantined[] };

function Form({ view, of, opened, onClose, onDone, isAccept, rows }: FormProps): ReactNode {
  const hasRegisters = rows.some(({ sort }) => sort === "registers");
  const needsWay = isAccept && hasRegisters;
  const isAboveLimit = isAccept && rows.some(({ most_gallons }) => most_gallons !== null);
  const quarantine_ids = rows.map(({ id }) => id);
  const repair = useRepair({
    propertyId: view.propertyId,
    name: `${isAccept ? "accept" : "reject"} ${view.propertyId} ${of}`,
    initial: { reason: "", as: "" },
    rules: {
      reason: (typed) => (isAboveLimit && typed.trim() === "" ? ABOVE_LIMIT : reasonError(typed)),
      as: (typed) => (needsWay && typed === "" ? t`Say what happened.` : null),
    },
    body: ({ reason, as }, preview): RepairBody =>
      isAccept
        ? { kind: "accept", reason: reason.trim(), preview, quarantine_ids, as: needsWay ? wayOf(as) : undefined }
        : { kind: "reject", reason: reason.trim(), preview, quarantine_ids },
    onDone: () => {
      onDone();
      toast({
        title: isAccept ? t`Accepted` : t`Rejected`,
        message: t`The figures follow. It is listed among the repairs, and can be undone there.`,
      });
    },
  });
  const { form } = repair.entry;
  const what = hasRegisters ? t`stretch` : t`reading`;
  const many = hasRegisters ? t`stretches` : t`readings`;
  return (
    <RepairForm
      repair={repair}
      opened={opened}
      onClose={onClose}
      title={t`${isAccept ? "Accept" : t`Reject`} ${formatCount(rows.length, what, many)}`}
      action={isAccept ? "Accept" : t`Reject`}
      reasonExample={isAccept ? (hasRegisters ? t`new register head` : t`the fire hydrant was tested`) : t`radio fault`}
    >
      <ul className={ownClasses.list}>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <b>{row.meter_serial_number}</b>: {readingSummary(row)}, {measuredTimeText(row, view.zone)}
          </li>
        ))}
        {rows.length > SHOWN && (
          <li className={classes.soft}>
            <Trans>And {plural(rows.length - SHOWN, { one: "# more", other: "# more" })}.</Trans>
          </li>
        )}
      </ul>
      <p className={classes.soft}>{consequence(isAccept, hasRegisters)}</p>
      {isAboveLimit && (
        <p className={classes.soft}>
          <Trans>It is more than the meter can pass there: the reason says why this water is real.</Trans>
        </p>
      )}
      {needsWay && (
        <fieldset className={ownClasses.ways} aria-describedby={form.errors.as ? "way-wrong" : undefined}>
          <legend>
            <Trans>What happened?</Trans>
          </legend>
          {ways.map(({ way, title, description }) => (
            <label key={way} className={ownClasses.way}>
              <input
                type="radio"
                name="as"
                value={way}
                aria-invalid={form.errors.as !== undefined && form.errors.as !== null}
                checked={form.values.as === way}
                onChange={() => form.setFieldValue("as", way satisfies Way)}
              />
              <span>
                <b>{title}</b>
                {description}
              </span>
            </label>
          ))}
          {form.errors.as && (
            <p id="way-wrong" className={ownClasses.wrong}>
              {form.errors.as}
            </p>
          )}
        </fieldset>
      )}
    </RepairForm>
  );
}

function consequence(isAccept: boolean, hasRegisters: boolean): string {
  if (isAccept) {
    return hasRegisters
      ? t`The registers count again from there on. Choose below whether the step between is water.`
      : t`It counts like any other reading, in every figure, leak and cost.`;
  }
  return hasRegisters
    ? t`The registers of the stretch are excluded as wrong. Hours without others are then not measured, or caught up.`
    : t`It stays out, also when it is sent again. The hour is then not measured, which is not zero.`;
}

/** What a step of a register was. */
type Way = "counts" | "reset" | "swap";

/** The ways to accept a step of a register, with their labels. */
const ways: readonly { way: Way; title: string; description: string }[] = [
  { way: "counts", title: t`It is real water`, description: t`The step counts as consumption.` },
  {
    way: "reset",
    title: t`The register was reset`,
    description: t`The register restarts there, and the step is not counted as water.`,
  },
  {
    way: "swap",
    title: t`Another register was put in`,
    description: t`The new one starts there, and the step is not counted as water. If the meter has another serial number now, swap it in the inventory instead.`,
  },
];

/** The way that a form's text names; undefined: none. */
function wayOf(text: string): Way | undefined {
  return ways.find(({ way }) => way === text)?.way;
}
