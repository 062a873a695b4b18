import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { LeakPreset } from "../../../../../contract/leaks/leak-presets.ts";
import type { LeakSettingsAnswer, RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import { call } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import entryClasses from "../../../../app/form/entry.module.css";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import type { QueryResult } from "../../../../app/query-state.ts";
import { toast } from "../../../../app/toast.ts";
import { OneOfMany } from "../../../../components/filters/OneOfMany.tsx";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { RulesTab } from "../rules/RulesTab.tsx";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsOf, SettingsView } from "../view/use-settings.ts";
import { BackTestPanel } from "./BackTestPanel.tsx";
import { PresetCards } from "./PresetCards.tsx";
import { type PresetChoice, presetNames, presetOptions } from "./preset-text.ts";
import classes from "./presets.module.css";
import { useBackTest } from "./use-back-test.ts";

const ALL = "all";

/** The leak rules of an organization or of one of its properties: a preset, and under Expert its numbers. */
export function LeakRulesTab({ view }: { view: SettingsView }): ReactNode {
  const { organization, search } = view;
  const queries = settingsQueries(organization.id, search);
  const rules = useQuery(queries.leakRules);
  const ofProperty = useQuery(queries.propertyRules);
  if (rules.data === undefined) {
    return rules.isError ? <QueryFailure query={rules} what={t`The rules`} /> : <Skeleton height={260} />;
  }
  const found = rules.data.properties.find(({ property_id }) => property_id === search.property_id);
  const property = found && { id: found.property_id, name: found.property_name };
  const isMissing = search.property_id !== undefined && property === undefined;
  const own = property === undefined ? rules : ofProperty;
  return (
    <div className={classes.tab}>
      <ScopeChoice view={view} rules={rules.data} />
      {isMissing && (
        <p role="status">{t`This organization has no such property. The settings below are those of ${organization.name}.`}</p>
      )}
      {property !== undefined && ofProperty.isError && <QueryFailure query={ofProperty} what={t`The rules`} />}
      {property !== undefined && ofProperty.data === undefined && !ofProperty.isError && <Skeleton height={260} />}
      {own.data !== undefined && (
        <Choice
          key={property?.id ?? ALL}
          view={view}
          all={rules.data}
          property={property}
          preset={own.data.preset}
          settings={own.data.settings}
          rules={own}
        />
      )}
    </div>
  );
}

/** For whom the settings are: all properties, or one. */
function ScopeChoice({ view, rules }: { view: SettingsView; rules: LeakSettingsAnswer }): ReactNode {
  const options = rules.properties.map(({ property_id, property_name, preset }) => ({
    value: String(property_id),
    label: preset === null ? property_name : t`${property_name} (${presetNames[preset]})`,
  }));
  const { property_id } = view.search;
  return (
    <OneOfMany
      className={classes.scope}
      label={t`Leak rules of`}
      options={[{ value: ALL, label: t`All properties of ${view.organization.name}` }, ...options]}
      value={options.some(({ value }) => value === String(property_id)) ? String(property_id) : ALL}
      onChange={(value) => view.setProperty(value === ALL ? undefined : Number(value))}
      none={t`No properties found`}
    />
  );
}

interface ChoiceProps {
  view: SettingsView;
  all: LeakSettingsAnswer;
  property: SettingsOf | undefined;
  /** As it holds now; null: the property has none of its own. */
  preset: LeakPreset | null;
  settings: RuleSetting[];
  /** What has them. */
  rules: QueryResult<{ settings: RuleSetting[] }>;
}

function Choice({ view, all, property, preset, settings, rules }: ChoiceProps): ReactNode {
  const { organization, search } = view;
  const client = useQueryClient();
  const backTest = useBackTest();
  const today: PresetChoice = preset ?? "organization";
  const [chosen, setChosen] = useState<PresetChoice>();
  /** What was in force when the preview began; the server rejects the change if it no longer is. */
  const [expected, setExpected] = useState<{ preset: LeakPreset | null; numbers: Record<string, number> }>();
  const [isOfNumbers, setOfNumbers] = useState(false);
  const [round, setRound] = useState(0);
  const choice = chosen ?? today;
  const name = property?.name ?? organization.name;
  const { run } = backTest;

  const save = useMutation({
    mutationFn: () =>
      saveChoice({ organization, property, choice, expected: expected?.numbers, expected_preset: expected?.preset }),
    onSuccess: () => {
      const what = t`leak rules`;
      toast({
        title: t`Saved`,
        message: t`The ${what} of ${name} apply from now on. Its leaks are being recalculated.`,
      });
      backTest.clear();
      setChosen(undefined);
      setRound(round + 1);
    },
    onError: () => backTest.clear(),
    onSettled: () => client.invalidateQueries(),
  });

  const choose = (next: PresetChoice) => {
    save.reset();
    backTest.clear();
    setChosen(next);
  };
  /** @param numbers that differ from the preset in force, from Expert; left out: the chosen preset */
  const preview = (numbers?: Record<string, number>) => {
    save.reset();
    setOfNumbers(numbers !== undefined);
    if (numbers !== undefined) setChosen(undefined);
    setExpected({ preset, numbers: Object.fromEntries(settings.map((setting) => [setting.name, setting.value])) });
    const followers = all.properties
      .filter((one) => one.preset === null)
      .map(({ property_id, property_name }) => ({ id: property_id, name: property_name }));
    backTest.start(property === undefined ? followers : [property], {
      organizationId: organization.id,
      preset: numbers === undefined ? (choice === "organization" ? null : choice) : (preset ?? all.preset),
      settings: numbers ?? {},
    });
  };
  const changed = settings.filter(({ is_changed }) => is_changed).length;
  const counted = plural(changed, { one: "# number is changed", other: "# numbers are changed" });
  const ownProperties = all.properties.filter((one) => one.preset !== null).length;
  return (
    <>
      <Panel
        title={t`Sensitivity`}
        subtitle={
          property === undefined ? t`For all properties without settings of their own` : t`For ${property.name} alone`
        }
        level={2}
        state={{ kind: "ready" }}
      >
        <div className={classes.result}>
          <PresetCards
            options={presetOptions(property === undefined ? undefined : all.preset)}
            today={today}
            chosen={choice}
            changedCount={changed === 0 || preset === null ? null : t`${counted} under Expert.`}
            onChoose={choose}
          />
          {property === undefined && ownProperties > 0 && (
            <p className={classes.remark}>
              {plural(ownProperties, {
                one: "# property has settings of its own, and keeps them.",
                other: "# properties have settings of their own, and keep them.",
              })}
            </p>
          )}
          {choice !== today && changed > 0 && preset !== null && (
            <p
              className={classes.remark}
            >{t`The numbers that were changed under Expert become those of the preset.`}</p>
          )}
          <p className={entryClasses.failure} role="alert">
            {save.isError && sentenceOf(save.error)}
          </p>
          <div className={classes.actions}>
            <Button disabled={choice === today} onClick={() => preview()}>
              <Trans>Preview</Trans>
            </Button>
            <span className={classes.remark}>
              {choice === today
                ? t`Choose another one to see what it would change.`
                : t`Shows which cases of the last 90 days would be removed or added. Nothing is saved yet.`}
            </span>
          </div>
        </div>
      </Panel>
      {run !== undefined && (
        <BackTestPanel run={run} onCancel={backTest.cancel} onResume={backTest.resume}>
          <div className={classes.actions}>
            {!isOfNumbers && (
              <>
                <Button loading={save.isPending} onClick={() => save.mutate()}>
                  {run.tests.length === 0 ? t`Save without a preview` : t`Save and recalculate`}
                </Button>
                <Button variant="default" onClick={() => choose(today)}>
                  <Trans>Discard</Trans>
                </Button>
              </>
            )}
            <span className={classes.remark}>
              {isOfNumbers
                ? t`The numbers are saved under Expert, below.`
                : t`All leaks of ${name} are recalculated, past ones included.`}
            </span>
          </div>
        </BackTestPanel>
      )}
      <Expert isShown={search.expert === true} onToggle={view.setExpert} changed={changed === 0 ? null : counted}>
        <RulesTab
          key={`${today} ${round}`}
          of={{ kind: "leaks", organization, property }}
          rules={rules}
          onPreview={preview}
          onSaved={backTest.clear}
        />
      </Expert>
    </>
  );
}

interface Saved {
  organization: SettingsOf;
  property: SettingsOf | undefined;
  choice: PresetChoice;
  /** What was read before. */
  expected: Record<string, number> | undefined;
  expected_preset: LeakPreset | null | undefined;
}

/** Saves a preset, with its own numbers. */
async function saveChoice({ organization, property, choice, expected, expected_preset }: Saved): Promise<void> {
  const preset = choice === "organization" ? null : choice;
  const body = { settings: {}, expected };
  if (property !== undefined) {
    await call("PUT /v1/properties/{property_id}/leak-settings", {
      params: { property_id: property.id },
      body: { ...body, preset, expected_preset },
    });
  } else if (preset !== null) {
    await call("PUT /v1/organizations/{id}/leak-settings", {
      params: { id: organization.id },
      body: { ...body, preset, expected_preset: expected_preset ?? undefined },
    });
  }
}

interface ExpertProps {
  isShown: boolean;
  onToggle: (isShown: boolean) => void;
  /** How many numbers are not those of the preset; null: none. */
  changed: string | null;
  children: ReactNode;
}

/** All numbers of the rules, which few people need. */
function Expert({ isShown, onToggle, changed, children }: ExpertProps): ReactNode {
  const id = useId();
  return (
    <section className={classes.expert} aria-label={t`Expert`}>
      <div className={classes.actions}>
        <Button variant="default" aria-expanded={isShown} aria-controls={id} onClick={() => onToggle(!isShown)}>
          <Trans>Expert</Trans>
        </Button>
        <span className={classes.remark}>{changed ?? t`Every number behind the preset.`}</span>
      </div>
      <div id={id}>{isShown && children}</div>
    </section>
  );
}
