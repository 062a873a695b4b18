import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./ListSearch.module.css";

interface Props {
  /** "Search by name" */
  label: string;
  placeholder: string;
  /** As the URL has it. */
  found: string | undefined;
  /** undefined: all. */
  onFind: (text: string | undefined) => void;
  maxLength?: number;
}

/** Narrows a list to what has a text in it, while it is typed. */
export function ListSearch({ label, placeholder, found = "", onFind, maxLength = 200 }: Props): ReactNode {
  const [typed, setTyped] = useState(found);
  const [sent, setSent] = useState(found);
  const [known, setKnown] = useState(found);
  if (found !== known) {
    setKnown(found);
    // It was changed by Back, a chip or Reset. What was sent from here comes back late, and more is typed by then.
    if (found !== sent) {
      setTyped(found);
      setSent(found);
    }
  }
  const find = useDebouncedCallback((text: string) => {
    const search = text.trim();
    setSent(search);
    onFind(search || undefined);
  }, 250);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        find(value);
      }}
    />
  );
}
