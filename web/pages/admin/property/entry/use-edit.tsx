import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { Meanwhile, type WhatHappened } from "./Meanwhile.tsx";
import { type FieldNames, takeNewer } from "./newer-values.ts";
import { type EntryOptions, useEntry } from "./use-entry.ts";

interface EditOptions<Field extends string, Answer>
  extends Pick<EntryOptions<Record<Field, string>, Answer>, "name" | "initial" | "rules" | "onDone"> {
  /** What is changed: "unit". */
  what: string;
  names: FieldNames<Field>;
  /** What is on the server by now; undefined: it is not there any more. */
  load: () => Promise<Record<Field, string> | undefined>;
  /** @param begun the values when editing began, sent to the server as the expected ones */
  write: (values: Record<Field, string>, begun: Record<Field, string>) => Promise<Answer>;
}

/**
 * A form for an existing object with optimistic locking: if somebody else changed it meanwhile, the server rejects the
 * change, a click loads what they saved, and the typed values are kept.
 */
export function useEdit<Field extends string, Answer>(options: EditOptions<Field, Answer>) {
  const { what, names, load, write, ...rest } = options;
  // The values when editing began: the list behind may be refetched.
  const [begun, setBegun] = useState(rest.initial);
  const [happened, setHappened] = useState<WhatHappened<Field>>();
  const entry = useEntry<Record<Field, string>, Answer>({
    ...rest,
    initial: begun,
    write: async (values) => {
      setHappened(undefined);
      try {
        return await write(values, begun);
      } catch (error) {
        if (error instanceof ApiError && isOtherwise(error)) setHappened({ is: "changed" });
        throw error;
      }
    },
  });
  const reload = async () => {
    setHappened({ is: "loading" });
    try {
      const newer = await load();
      if (newer === undefined) return setHappened({ is: "failed", why: t`The ${what} is not there any more.` });
      const { values, changed } = takeNewer(begun, newer, entry.form.getValues());
      entry.form.setInitialValues(newer);
      entry.form.setValues(values);
      setBegun(newer);
      setHappened({ is: "loaded", newer: changed });
    } catch (error) {
      setHappened({ is: "failed", why: sentenceOf(error) });
    }
  };
  const meanwhile: ReactNode = happened && <Meanwhile happened={happened} names={names} onLoad={() => void reload()} />;
  const showsFailure = happened === undefined || happened.is === "changed";
  return { ...entry, begun, meanwhile, failure: showsFailure ? entry.failure : null };
}

/** What is named by something that was changed, as a gateway by its serial number, is not found by that any more. */
function isOtherwise({ code }: ApiError): boolean {
  return code === "changed_meanwhile" || code === "not_found";
}
