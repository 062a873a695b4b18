import type { ReactNode } from "react";
import { noticeNames } from "../../components/labels.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import type { FormPart } from "./form-part.ts";
import classes from "./notifications.module.css";
import { fieldNames, kindsIn, listed } from "./settings-form.ts";
import { kindGroups, kindHints } from "./settings-text.ts";

/** What to be notified of, by what it is about. */
export function KindChoices({ form }: FormPart): ReactNode {
  const chosen = kindsIn(form.values.kinds);
  const error = form.errors.kinds;
  const isWrong = error !== undefined && error !== null;
  return (
    <Panel title={fieldNames.kinds}>
      {kindGroups.map(({ name, kinds }) => (
        <fieldset key={name} className={classes.choices} aria-describedby={isWrong ? "kinds-error" : undefined}>
          <legend>{name}</legend>
          {kinds.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={chosen.includes(kind)}
                aria-invalid={isWrong || undefined}
                onChange={({ currentTarget: { checked } }) => {
                  form.setFieldValue(
                    "kinds",
                    listed(checked ? [...chosen, kind] : chosen.filter((other) => other !== kind)),
                  );
                  form.clearFieldError("kinds");
                }}
              />
              <span>
                <b>{noticeNames[kind]}</b>
                <span className={classes.hint}>{kindHints[kind]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <p id="kinds-error" className={classes.error}>
        {error}
      </p>
    </Panel>
  );
}
