import { useState } from "react";
import type { RuleSetting } from "../../../../../contract/rule-settings.ts";
import { call } from "../../../../app/api.ts";
import { toast } from "../../../../app/toast.ts";
import { useEntry } from "../../property/entry/use-entry.ts";
import type { RuleKind } from "../settings-queries.ts";
import type { SettingsOf } from "../use-settings.ts";
import { isNumber, ruleError, typedNumber, wantedNumbers } from "./rule-groups.ts";

const read = (kind: RuleKind, id: number) =>
  kind === "leaks"
    ? call("GET /v1/organizations/{id}/leak-settings", { params: { id } })
    : call("GET /v1/organizations/{id}/metering-settings", { params: { id } });

const write = (kind: RuleKind, id: number, settings: Record<string, number>) =>
  kind === "leaks"
    ? call("PUT /v1/organizations/{id}/leak-settings", { params: { id }, body: { settings } })
    : call("PUT /v1/organizations/{id}/metering-settings", { params: { id }, body: { settings } });

/**
 * The form of the numbers of one kind. It sends only what was changed in it, over what holds by then, so that two people
 * who change different numbers both have their way.
 * @param rules as they held when the form was opened
 */
export function useRules(
  kind: RuleKind,
  { id, name }: SettingsOf,
  rules: readonly RuleSetting[],
  onSaved: (now: RuleSetting[]) => void,
) {
  const [isAsked, setAsked] = useState(false);
  const initial: Record<string, string> = Object.fromEntries(rules.map((rule) => [rule.name, typedNumber(rule.value)]));
  const entry = useEntry({
    name: `${kind} rules of ${id}`,
    initial,
    rules: Object.fromEntries(rules.map((rule) => [rule.name, (typed: string) => ruleError(typed)])),
    write: async (typed) => {
      const now = await read(kind, id);
      return write(kind, id, wantedNumbers(typed, rules, now.settings));
    },
    onDone: ({ settings }) => {
      const what = kind === "leaks" ? "leak rules" : "metering rules";
      toast({
        title: "Saved",
        message: `The ${what} of ${name} hold from now on. Its leaks are being worked out anew.`,
      });
      onSaved(settings);
    },
  });
  const { values } = entry.form;
  const changed = rules.filter((rule) => !isNumber(values[rule.name] ?? "", rule.value));
  return { entry, changed, isAsked, setAsked };
}
