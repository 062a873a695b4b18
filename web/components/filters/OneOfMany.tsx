import { TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, startTransition, useRef, useState } from "react";
import type { OneOfManyProps } from "./OneOfManyList.tsx";

const load = () => import("./OneOfManyList.tsx");
const OneOfManyList = lazy(load);

/** One of many by name, typed or taken from a list. The list weighs more than most screens: it loads when it is reached for. */
export function OneOfMany(props: OneOfManyProps): ReactNode {
  const { options, value, onChange, none, onSearch, onBlur, ...shared } = props;
  const [isWanted, setIsWanted] = useState(false);
  const [typed, setTyped] = useState<string>();
  const hasFocus = useRef(false);
  return (
    <Suspense fallback={null}>
      {isWanted ? (
        <OneOfManyList {...props} takenOver={{ typed, hasFocus }} />
      ) : (
        <TextInput
          {...shared}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          autoComplete="off"
          value={typed ?? options.find((option) => option.value === value)?.label ?? ""}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // Preload on hover. If loading fails, focusing the field shows the error.
          onPointerEnter={() => void load().catch(() => undefined)}
          onFocus={() => {
            hasFocus.current = true;
            // As a transition it leaves this field, and what is typed in it, until the list is there.
            startTransition(() => setIsWanted(true));
          }}
          onBlur={(event) => {
            hasFocus.current = false;
            onBlur?.(event);
          }}
          rightSection={<IconSelector size={14} aria-hidden="true" />}
          rightSectionPointerEvents="none"
        />
      )}
    </Suspense>
  );
}
