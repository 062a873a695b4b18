import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import { call } from "../../../../app/api.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { language } from "../../../../language/language.ts";
import type { RulesOf } from "../view/use-settings.ts";
import {
  expectedNumbers,
  isNumber,
  nameOf,
  ruleError,
  typedNumbers,
  wantedNumbers,
  withNumbers,
} from "./rule-groups.ts";

type Numbers = Record<string, number>;

/** How the numbers are read, and written back as those that were read last. */
async function readRules(of: RulesOf) {
  const organization = { params: { id: of.organization.id }, query: { language } };
  if (of.kind === "metering") {
    const { settings } = await call("GET /v1/organizations/{id}/metering-settings", organization);
    const write = (body: { settings: Numbers; expected: Numbers }) =>
      call("PUT /v1/organizations/{id}/metering-settings", { ...organization, body });
    return { settings, write };
  }
  if (of.property === undefined) {
    const { settings } = await call("GET /v1/organizations/{id}/leak-settings", organization);
    const write = (body: { settings: Numbers; expected: Numbers }) =>
      call("PUT /v1/organizations/{id}/leak-settings", { ...organization, body });
    return { settings, write };
  }
  const property = { params: { property_id: of.property.id }, query: { language } };
  const { settings, preset, organization_preset } = await call(
    "GET /v1/properties/{property_id}/leak-settings",
    property,
  );
  // A property that gets numbers of its own keeps the preset that counts now.
  const write = (body: { settings: Numbers; expected: Numbers }) =>
    call("PUT /v1/properties/{property_id}/leak-settings", {
      ...property,
      body: { preset: preset ?? organization_preset, ...body },
    });
  return { settings, write };
}

/**
 * The form of one kind's parameters. It sends only the changed ones, merged with the current ones, so that concurrent
 * changes of different parameters both apply; if two people change the same one, the second gets a conflict.
 * @param rules the values when the form was opened
 */
export function useRules(of: RulesOf, rules: readonly RuleSetting[], onSaved: (now: RuleSetting[]) => void) {
  const [isConfirming, setConfirming] = useState(false);
  const entry = useEdit<string, { settings: RuleSetting[] }>({
    name: `${of.kind} rules of ${of.organization.id}${of.kind === "leaks" && of.property !== undefined ? ` at ${of.property.id}` : ""}`,
    initial: typedNumbers(rules),
    names: Object.fromEntries(rules.map((rule) => [rule.name, rule.description.replace(/\.$/, "")])),
    load: async () => typedNumbers((await readRules(of)).settings),
    rules: Object.fromEntries(rules.map((rule) => [rule.name, (typed: string) => ruleError(typed)])),
    write: async (typed, begun) => {
      const { settings: now, write } = await readRules(of);
      const held = withNumbers(rules, begun);
      return write({
        settings: wantedNumbers(typed, held, now),
        expected: expectedNumbers(typed, held, now),
      });
    },
    onDone: ({ settings }) => {
      const name = nameOf(of);
      const what = of.kind === "leaks" ? t`leak rules` : t`metering rules`;
      toast({
        title: t`Saved`,
        message: t`The ${what} of ${name} apply from now on. Its leaks are being recalculated.`,
      });
      onSaved(settings);
    },
  });
  const { values } = entry.form;
  const changed = withNumbers(rules, entry.begun).filter((rule) => !isNumber(values[rule.name] ?? "", rule.value));
  return { entry, changed, isConfirming: isConfirming, setConfirming: setConfirming };
}
