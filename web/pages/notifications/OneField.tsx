import { Button, TextInput, type TextInputProps } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { sentenceOf } from "../../app/api-error.ts";
import classes from "./notifications.module.css";

interface Props extends Pick<TextInputProps, "label" | "description" | "type" | "inputMode" | "autoComplete"> {
  action: string;
  onSend: (typed: string) => Promise<void>;
}

/** A field that is sent by itself, within a form that is sent for other things. */
export function OneField({ action, onSend, ...input }: Props): ReactNode {
  const [typed, setTyped] = useState("");
  const send = useMutation({ mutationFn: () => onSend(typed) });
  const sendOnce = () => !send.isPending && send.mutate();
  return (
    <div className={classes.field}>
      <TextInput
        {...input}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          send.reset();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          sendOnce();
        }}
        error={send.isError ? sentenceOf(send.error) : undefined}
      />
      <Button variant="default" loading={send.isPending} onClick={sendOnce}>
        {action}
      </Button>
    </div>
  );
}
