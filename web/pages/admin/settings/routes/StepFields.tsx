import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Switch, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CheckList, type Choice } from "../../users/form/CheckList.tsx";
import sendingClasses from "../sending/sending.module.css";
import { sentIn } from "../sending/what-is-sent.ts";
import settingsClasses from "../settings.module.css";
import {
  canWait,
  hasNewLeaks,
  MOST_STEPS,
  mayBeVendors,
  newVendor,
  ON_CALL,
  type RouteForm,
  routeNames,
  type StepForm,
  shownSteps,
  stepErrors,
  stepsIn,
  stepsText,
} from "./route-form.ts";
import { maySee, personChoice, personName } from "./route-text.ts";
import classes from "./routes.module.css";
import type { People } from "./use-people.ts";
import { VendorFields } from "./VendorFields.tsx";

interface Props {
  values: RouteForm;
  people: People;
  /** What is wrong, also by the server; the fields show what is theirs. */
  error: ReactNode;
  onChange: (steps: string) => void;
}

/** To whom a route sends, step by step. */
export function StepFields({ values, people, error, onChange }: Props): ReactNode {
  const steps = shownSteps(values);
  const isWrong = error !== undefined && error !== null;
  const errors = isWrong ? stepErrors(values) : [];
  const isShownBelow =
    isWrong &&
    errors.every(
      ({ hours, people: who, vendor }) => hours === null && who === null && Object.keys(vendor).length === 0,
    );
  /** What is not in sight stays as it is. */
  const change = (index: number, changed: Partial<StepForm>) =>
    onChange(stepsText(stepsIn(values.steps).map((one, i) => (i === index ? { ...one, ...changed } : one))));
  const mayAdd = hasNewLeaks(values) && steps.length < MOST_STEPS && steps.at(-1)?.vendor === null;
  return (
    <section className={sendingClasses.part} aria-label={routeNames.steps}>
      <h3>{routeNames.steps}</h3>
      {steps.map(({ hours, people: chosen, vendor }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <fieldset key={index} className={classes.step} aria-label={t`Step ${index + 1}`}>
          <div className={classes.head}>
            <h4>{index === 0 && !canWait(values) ? t`At once` : t`Step ${index + 1}`}</h4>
            {index > 0 && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={t`Remove step ${index + 1}`}
                onClick={() => onChange(stepsText(stepsIn(values.steps).filter((_, i) => i !== index)))}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
          {(index > 0 || canWait(values)) && (
            <TextInput
              label={t`Hours in which nobody has acknowledged the leak`}
              description={index === 0 && !errors[index]?.hours ? t`0: at once` : undefined}
              inputWrapperOrder={["label", "input", "description", "error"]}
              inputMode="numeric"
              autoComplete="off"
              value={hours}
              onChange={({ currentTarget: { value } }) => change(index, { hours: value })}
              error={errors[index]?.hours}
            />
          )}
          {(mayBeVendors(values, index) || vendor !== null) && (
            <Switch
              label={t`Assign the leak to a vendor, by a link that is mailed to them`}
              checked={vendor !== null}
              onChange={({ currentTarget: { checked } }) => change(index, { vendor: checked ? newVendor : null })}
            />
          )}
          {vendor !== null ? (
            <VendorFields
              vendor={vendor}
              errors={errors[index]?.vendor ?? {}}
              onChange={(changed) => change(index, { vendor: { ...vendor, ...changed } })}
            />
          ) : (
            <CheckList
              label={t`People`}
              choices={choicesOf(values, people, chosen)}
              chosen={chosen}
              onChange={(next) => change(index, { people: next })}
              onLeave={() => {}}
              error={
                errors[index]?.people ??
                (people.isError && index === 0 ? t`The people could not be loaded.` : undefined)
              }
              isLoading={people.isPending}
              emptyText={t`Nobody may see leaks yet`}
            />
          )}
        </fieldset>
      ))}
      <p className={sendingClasses.error} role="alert">
        {isShownBelow && error}
      </p>
      {mayAdd && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() =>
              onChange(stepsText([...stepsIn(values.steps), { hours: nextHours(steps), people: [], vendor: null }]))
            }
          >
            <Trans>Add a step</Trans>
          </Button>
        </div>
      )}
      <p className={settingsClasses.soft}>
        {hasNewLeaks(values)
          ? t`Each later step is for new leaks that nobody has acknowledged by then. Anything else goes to the first step alone.`
          : t`Only new leaks go from step to step. Choose Leak found to add steps.`}
      </p>
    </section>
  );
}

/** Twice as late as the last one. */
function nextHours(steps: readonly StepForm[]): string {
  const last = Number(steps.at(-1)?.hours);
  return last > 0 && last <= 360 ? String(last * 2) : "4";
}

/** The person on call, the people who may see the properties, and whom the step has already. */
function choicesOf(values: RouteForm, people: People, chosen: readonly string[]): Choice<string>[] {
  const { propertyIds } = sentIn(values);
  const isOnCall = chosen.includes(ON_CALL);
  const namesakes = Map.groupBy(people.candidates, personName);
  const offered = people.candidates.map((one) => {
    const value = String(one.user_id);
    const canBe = maySee(one, propertyIds) || chosen.includes(value);
    const isOnly = namesakes.get(personName(one))?.length === 1;
    const label = isOnly ? personName(one) : personChoice(one);
    return { value, label, ...(!canBe && { barred: t`May not see these properties` }) };
  });
  const known = new Set(offered.map(({ value }) => value));
  const former = chosen
    .filter((id) => id !== ON_CALL && !known.has(id))
    .map((id) => {
      const name = people.known.get(id);
      return { value: id, label: name === undefined ? t`Somebody who has left` : t`${name} (may not see these leaks)` };
    });
  const onCall = {
    value: ON_CALL,
    label: people.onCall == null ? t`The person on call` : t`The person on call, now ${people.onCall}`,
    ...(people.onCall === null && !isOnCall && { barred: t`Nobody is on call yet` }),
  };
  return [onCall, ...offered, ...former];
}
