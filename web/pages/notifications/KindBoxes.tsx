import { type ReactNode, useId } from "react";
import type { NoticeKind } from "../../../contract/notifications/notice-kinds.ts";
import { noticeNames } from "../../components/labels.ts";
import classes from "./notifications.module.css";
import { kindGroups, kindHints } from "./settings-text.ts";

interface Props {
  chosen: readonly NoticeKind[];
  onChange: (chosen: NoticeKind[]) => void;
  error: ReactNode;
  /** Only their names. */
  isShort?: boolean;
}

/** Boxes of all that people can be notified of, by what it is about. */
export function KindBoxes({ chosen, onChange, error, isShort = false }: Props): ReactNode {
  const id = useId();
  const isWrong = error !== undefined && error !== null;
  return (
    <div>
      {kindGroups.map(({ name, kinds }) => (
        <fieldset key={name} className={classes.choices} aria-describedby={isWrong ? id : undefined}>
          <legend>{name}</legend>
          {kinds.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={chosen.includes(kind)}
                aria-invalid={isWrong || undefined}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...chosen, kind] : chosen.filter((other) => other !== kind))
                }
              />
              {isShort ? (
                <span>{noticeNames[kind]}</span>
              ) : (
                <span>
                  <b>{noticeNames[kind]}</b>
                  <span className={classes.hint}>{kindHints[kind]}</span>
                </span>
              )}
            </label>
          ))}
        </fieldset>
      ))}
      <p id={id} className={classes.error}>
        {error}
      </p>
    </div>
  );
}
