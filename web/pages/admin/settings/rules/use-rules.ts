import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import { call } from "../../../../app/api.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { language } from "../../../../language/language.ts";
import type { RuleKind } from "../view/settings-queries.ts";
import type { SettingsOf } from "../view/use-settings.ts";
import { expectedNumbers, isNumber, ruleError, typedNumbers, wantedNumbers, withNumbers } from "./rule-groups.ts";

const query = { language };

const read = (kind: RuleKind, id: number) =>
  kind === "leaks"
    ? call("GET /v1/organizations/{id}/leak-settings", { params: { id }, query })
    : call("GET /v1/organizations/{id}/metering-settings", { params: { id }, query });

type Numbers = Record<string, number>;

const write = (kind: RuleKind, id: number, body: { settings: Numbers; expected: Numbers }) =>
  kind === "leaks"
    ? call("PUT /v1/organizations/{id}/leak-settings", { params: { id }, query, body })
    : call("PUT /v1/organizations/{id}/metering-settings", { params: { id }, query, body });

/**
 * The form of one kind's parameters. It sends only the changed ones, merged with the current ones, so that concurrent
 * changes of different parameters both apply; if two people change the same one, the second gets a conflict.
 * @param rules the values when the form was opened
 */
export function useRules(
  kind: RuleKind,
  { id, name }: SettingsOf,
  rules: readonly RuleSetting[],
  onSaved: (now: RuleSetting[]) => void,
) {
  const [isConfirming, setConfirming] = useState(false);
  const entry = useEdit<string, { settings: RuleSetting[] }>({
    name: `${kind} rules of ${id}`,
    initial: typedNumbers(rules),
    names: Object.fromEntries(rules.map((rule) => [rule.name, rule.description.replace(/\.$/, "")])),
    load: async () => typedNumbers((await read(kind, id)).settings),
    rules: Object.fromEntries(rules.map((rule) => [rule.name, (typed: string) => ruleError(typed)])),
    write: async (typed, begun) => {
      const { settings: now } = await read(kind, id);
      const held = withNumbers(rules, begun);
      return write(kind, id, {
        settings: wantedNumbers(typed, held, now),
        expected: expectedNumbers(typed, held, now),
      });
    },
    onDone: ({ settings }) => {
      const what = kind === "leaks" ? t`leak rules` : t`metering rules`;
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
