import { IconCheck, IconCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { passwordRules } from "../../../../contract/accounts/password-rules.ts";
import classes from "../account.module.css";
import { rulesMet, strengthOf } from "./password-rules.ts";

/** The four rules, marking those that are met, and a label for the strength once something is typed. */
export function PasswordStrength({ password }: { password: string }): ReactNode {
  return (
    <ul className={classes.rules} aria-label="Password rules">
      {passwordRules.map(({ text, met }) => {
        const done = met(password);
        const Icon = done ? IconCheck : IconCircle;
        return (
          <li key={text} data-met={done || undefined}>
            <Icon size={12} role="img" aria-label={done ? "met" : "not met"} />
            {text}
          </li>
        );
      })}
      <li>
        <p className={classes.strength} data-met={rulesMet(password)} role="status">
          {password !== "" && `Strength: ${strengthOf(password)}`}
        </p>
      </li>
    </ul>
  );
}
