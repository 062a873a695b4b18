import { TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import {
  type FocusEventHandler,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useRef,
  useState,
} from "react";

export interface OneOfManyProps {
  /** Above the field. Without one it is named by `aria-label`. */
  label?: string;
  "aria-label"?: string;
  placeholder?: string;
  /** Options of the same group stand together under its name, where there are several groups. */
  options: readonly { value: string; label: string; group?: string }[];
  /** What is chosen; null: nothing that is offered. */
  value: string | null;
  onChange: (value: string) => void;
  /** Message if nothing matches the search text: "No properties found". */
  none: string;
  /** Finds what is typed elsewhere, where there may be more than is offered; without it the offered ones are searched. */
  onSearch?: (typed: string) => void;
  disabled?: boolean;
  className?: string;
  error?: ReactNode;
  onBlur?: FocusEventHandler<HTMLInputElement>;
}

/** What the field knows when its list takes its place. */
export interface TakenOver {
  /** undefined: nothing was typed yet. */
  typed: string | undefined;
  hasFocus: RefObject<boolean>;
}

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
