import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ImportDetails } from "../../../../../contract/readings/imports.ts";
import { formatCount } from "../../../../components/format.ts";
import type { PropertyDataView } from "../view/use-data.ts";
import { FoundRows } from "./FoundRows.tsx";
import { resultMessage, withFieldNames } from "./import-text.ts";
import classes from "./imports.module.css";
import type { Upload } from "./use-upload.ts";

interface Props {
  view: Pick<PropertyDataView, "zone" | "setTab">;
  upload: Upload;
  become: ImportDetails;
}

/** What a file came to, or would come to, and what to do next. */
export function WhatBecame({ view, upload, become }: Props): ReactNode {
  const { dry_run, state, stored, rejected, name } = become;
  const isGood = state === "done";
  const isTaken = isGood && (stored > 0 || rejected === 0);
  const Icon = isTaken ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <div className={classes.result} data-state={isTaken ? "good" : "bad"} role="status">
        <Icon size={20} aria-hidden="true" />
        <div>
          <p>
            <b>
              {isGood
                ? dry_run
                  ? "This is what it would come to. Nothing is stored yet."
                  : "The file is imported."
                : state === "interrupted"
                  ? dry_run
                    ? "Interrupted. Nothing was stored."
                    : "Interrupted. What was stored before stays; import it again to go on from there."
                  : "The file cannot be read like this."}
            </b>
          </p>
          {become.error && state !== "interrupted" && <p>{withFieldNames(become.error)}</p>}
          {(isGood || become.rows > 0) && <p>{resultMessage(become)}</p>}
          {become.interval !== null && <p>Interval: {withFieldNames(become.interval)}</p>}
        </div>
      </div>
      <FoundRows found={become} />
      <div className={classes.foot}>
        {dry_run || !isGood ? (
          <>
            <Button variant="default" onClick={upload.startAgain}>
              Another file
            </Button>
            <Button variant={isGood && stored > 0 ? "default" : "filled"} onClick={upload.back}>
              Change how it is read
            </Button>
            {isGood && stored > 0 && <Button onClick={upload.store}>Import {formatCount(stored, "row")}</Button>}
          </>
        ) : (
          <>
            {rejected > 0 && (
              <Button variant="default" onClick={() => view.setTab("rejected", { source: name })}>
                Correct the rejected rows
              </Button>
            )}
            <Button onClick={upload.startAgain}>Import another file</Button>
          </>
        )}
      </div>
    </>
  );
}
