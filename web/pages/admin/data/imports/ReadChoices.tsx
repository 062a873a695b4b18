import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { FileChoices } from "./FileChoices.tsx";
import { formatFileSize } from "./import-text.ts";
import classes from "./imports.module.css";
import { USUAL_MOST_BYTES } from "./send-file.ts";
import type { Chosen, Upload } from "./use-upload.ts";

interface Props {
  upload: Upload;
  chosen: Chosen;
  /** The property's. */
  zone: string;
}

/** Asks how a file is to be read before it is looked at. */
export default function ReadChoices({ upload, chosen, zone }: Props): ReactNode {
  return (
    <form
      className={classes.steps}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        upload.look();
      }}
    >
      {chosen.file.size > USUAL_MOST_BYTES && (
        <p className={classes.note}>
          <Trans>
            It has {formatFileSize(chosen.file.size)}, and a server takes 100 MB where its operator did not say
            otherwise. Pack it with gzip first: such files become ten times smaller.
          </Trans>
        </p>
      )}
      {chosen.head.isForeign && (
        <p className={classes.note}>
          <Trans>
            Some of its characters are not UTF-8, and rows that hold them are rejected. Save the file once more as “CSV
            UTF-8” (in Excel: Save As), and choose it again.
          </Trans>
        </p>
      )}
      <FileChoices
        head={chosen.head}
        choices={chosen.choices}
        wrong={upload.wrong}
        onChange={upload.setChoices}
        zone={zone}
        makesUnits
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={upload.startAgain}>
          <Trans>Another file</Trans>
        </Button>
        <Button type="submit">
          <Trans>See what it comes to</Trans>
        </Button>
      </div>
    </form>
  );
}
