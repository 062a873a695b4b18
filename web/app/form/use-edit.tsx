import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { ApiError } from "../api-error.ts";
import { NewerVersion } from "./NewerVersion.tsx";
import { changedFields, type FieldNames, takeNewer } from "./newer-values.ts";
import { type EntryOptions, useEntry } from "./use-entry.ts";

interface EditOptions<Field extends string, Answer> extends EntryOptions<Record<Field, string>, Answer> {
  names: FieldNames<Field>;
  /** A value as people read it; left out: as it is typed. */
  textOf?: (field: Field, value: string) => string;
  /** Who changed it meanwhile, as a sentence; left out: somebody else. */
  by?: string;
  /** What is on the server by now; undefined: it is not there any more. */
  load: () => Promise<Record<Field, string> | undefined>;
}

/**
 * A form for an existing object with optimistic locking: if somebody else changed it meanwhile, the server rejects the
 * change, what they saved is shown, and a click merges it with what is typed. The same where typed values come back
 * after the end of a session.
 */
export function useEdit<Field extends string, Answer>(options: EditOptions<Field, Answer>) {
  const { names, textOf = (_, value) => value, by, load, write, ...rest } = options;
  const [isGone, setGone] = useState(false);
  const entry = useEntry<Record<Field, string>, Answer>({
    ...rest,
    write: async (values, begun) => {
      setNewer(undefined);
      setGone(false);
      try {
        return await write(values, begun);
      } catch (error) {
        if (error instanceof ApiError && isOtherwise(error)) {
          // If that fails, too, the first error is shown, and saving again looks once more.
          const found = await load().then(
            (values) => ({ values }),
            () => null,
          );
          setNewer(found?.values);
          setGone(found !== null && found.values === undefined);
        }
        throw error;
      }
    },
  });
  const [newer, setNewer] = useState(entry.isBack ? rest.initial : undefined);
  const { begun, form, rebase, failure } = entry;
  const isChanged = newer !== undefined && changedFields(begun, newer).length > 0;
  const merged = isChanged ? takeNewer(begun, newer, form.values) : undefined;
  const meanwhile: ReactNode = merged && (
    <NewerVersion
      by={by}
      fields={merged.changed.map(({ field, theirs, isOurs }) => ({
        name: names[field],
        theirs: textOf(field, theirs),
        isOurs,
      }))}
      onLoad={() => {
        if (newer) rebase(newer, merged.values);
        setNewer(undefined);
      }}
    />
  );
  return {
    ...entry,
    meanwhile,
    failure: isGone ? t`It no longer exists. Nothing was saved.` : merged ? null : failure,
  };
}

/** What is named by something that was changed, as a gateway by its serial number, is not found by that any more. */
function isOtherwise({ code }: ApiError): boolean {
  return code === "changed_meanwhile" || code === "not_found";
}
