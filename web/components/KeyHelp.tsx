import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Dialog } from "./dialog/Dialog.tsx";
import classes from "./KeyHelp.module.css";

export interface KeyGroup {
  /** "Tables" */
  name: string;
  /** Keys pressed together or one after the other, and what they do. */
  keys: readonly { keys: readonly string[]; does: string }[];
}

/** The keys that tables and charts understand. */
export const sharedKeys: readonly KeyGroup[] = [
  {
    name: t`Tables`,
    keys: [
      { keys: ["J"], does: t`Next row` },
      { keys: ["K"], does: t`Previous row` },
      { keys: ["Enter"], does: t`Open the row` },
    ],
  },
  {
    name: t`Charts`,
    keys: [
      { keys: ["T"], does: t`Chart or table of the same figures` },
      { keys: ["Esc"], does: t`Zoom out` },
    ],
  },
];

/** The dialog behind `?`: keys and what they do, by group. */
export function KeyHelp(props: { opened: boolean; onClose: () => void; groups: readonly KeyGroup[] }): ReactNode {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t`Keys`}>
      <div className={classes.groups}>
        {props.groups.map((group) => (
          <section key={group.name} className={classes.group}>
            <h3 className={classes.name}>{group.name}</h3>
            {group.keys.map(({ keys, does }) => (
              <dl key={does} className={classes.key}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key} className={classes.kbd}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </dl>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
