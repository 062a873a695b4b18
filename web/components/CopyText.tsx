import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./CopyText.module.css";

export interface CopyTextProps {
  text: string;
  /** What the text is, for the button's name: "serial number". */
  label?: string;
}

/** A serial number that a click copies. Inside a table row the click does not open the row. */
export function CopyText({ text, label = t`serial number` }: CopyTextProps): ReactNode {
  const { copy, copied, error } = useClipboard({ timeout: 1500 });
  return (
    <button
      type="button"
      className={classes.copy}
      data-copied={copied || undefined}
      aria-label={t`Copy ${label} ${text}`}
      onClick={(event) => {
        event.stopPropagation();
        copy(text);
      }}
    >
      {text}
      {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
      <VisuallyHidden role="status">{copied ? t`Copied` : error ? t`Could not copy` : ""}</VisuallyHidden>
    </button>
  );
}
