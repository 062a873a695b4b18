import { t } from "@lingui/core/macro";
import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { dayOf } from "../../../../app/search-text.ts";
import { OneOfMany } from "../../../../components/filters/OneOfMany.tsx";
import { formatDate, formatWeekday } from "../../../../components/format.ts";
import sendingClasses from "../sending/sending.module.css";
import { onCallNames, weeksLater } from "./on-call-form.ts";
import { personChoice } from "./route-text.ts";
import classes from "./routes.module.css";
import type { People } from "./use-people.ts";

interface Props {
  /** Ids in the order in which they are on call; one may be there several times. */
  chosen: readonly number[];
  people: People;
  /** yyyy-MM-dd, or what is typed of it. */
  firstWeekOn: string;
  onChange: (chosen: number[]) => void;
  error: ReactNode;
}

/** People in the order in which they take turns, with the day on which each begins. */
export function PeopleInTurn({ chosen, people, firstWeekOn, onChange, error }: Props): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const first = dayOf(firstWeekOn);
  const isWrong = error !== undefined && error !== null;
  const nameOf = (one: number) => people.known.get(String(one)) ?? t`Somebody who has left`;
  /** The focus stays with what was pressed, wherever it stands afterwards. */
  const change = (next: number[], index: number, button: "up" | "down" | "remove") => {
    flushSync(() => onChange(next));
    const row = list.current?.children[Math.min(index, next.length - 1)];
    const open = [...(row?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
    (open.find(({ value }) => value === button) ?? open[0])?.focus();
  };
  const move = (from: number, to: number) => {
    const others = chosen.toSpliced(from, 1);
    change(others.toSpliced(to, 0, ...chosen.slice(from, from + 1)), to, to < from ? "up" : "down");
  };
  return (
    <section className={sendingClasses.part} aria-label={onCallNames.people}>
      {chosen.length === 0 ? (
        <p className={classes.nobody}>{t`Nobody is on call. Add the person of the first week.`}</p>
      ) : (
        <ol ref={list} className={classes.order} data-wrong={isWrong || undefined}>
          {chosen.map((one, index) => {
            const name = nameOf(one);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: one person may have several turns
              <li key={index}>
                <span className={classes.who}>
                  {name}
                  {first !== undefined && (
                    <span className={classes.from}>{t`From ${dayText(weeksLater(first, index))}`}</span>
                  )}
                </span>
                <Move
                  value="up"
                  label={t`Move ${name} up`}
                  isOff={index === 0}
                  onClick={() => move(index, index - 1)}
                  icon={<IconArrowUp size={16} aria-hidden="true" />}
                />
                <Move
                  value="down"
                  label={t`Move ${name} down`}
                  isOff={index === chosen.length - 1}
                  onClick={() => move(index, index + 1)}
                  icon={<IconArrowDown size={16} aria-hidden="true" />}
                />
                <Move
                  value="remove"
                  label={t`Remove ${name}`}
                  onClick={() => change(chosen.toSpliced(index, 1), index, "remove")}
                  icon={<IconX size={16} aria-hidden="true" />}
                />
              </li>
            );
          })}
        </ol>
      )}
      <OneOfMany
        key={chosen.length}
        label={t`Add a person`}
        placeholder={t`Choose a person`}
        options={people.candidates.map((one) => ({ value: String(one.user_id), label: personChoice(one) }))}
        value={null}
        onChange={(value) => onChange([...chosen, Number(value)])}
        none={t`No one who can see leaks`}
        error={error}
      />
    </section>
  );
}

interface MoveProps {
  value: "up" | "down" | "remove";
  /** For a screen reader. */
  label: string;
  icon: ReactNode;
  isOff?: boolean;
  onClick: () => void;
}

function Move({ value, label, icon, isOff = false, onClick }: MoveProps): ReactNode {
  return (
    <ActionIcon value={value} aria-label={label} disabled={isOff} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

function dayText(day: string): string {
  return `${formatWeekday(day)}, ${formatDate(day)}`;
}
