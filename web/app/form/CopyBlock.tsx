import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./entry.module.css";

/** Lines to be copied as a whole. @param label what they are: "command" */
export function CopyBlock({ text, label }: { text: string; label: string }): ReactNode {
  const { copy, copied, error } = useClipboard({ timeout: 1500 });
  return (
    <div className={classes.form}>
      <pre className={classes.code}>{text}</pre>
      <div className={classes.aside}>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
          onClick={() => copy(text)}
        >
          {copied ? t`Copied` : error ? t`Could not copy: select it instead` : t`Copy the ${label}`}
        </Button>
      </div>
    </div>
  );
}
