import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { ConfirmDialog } from "../../app/form/ConfirmDialog.tsx";
import { EntryDialog } from "../../app/form/EntryDialog.tsx";
import { EntryForm } from "../../app/form/EntryForm.tsx";
import classes from "../../app/form/entry.module.css";
import { NewerVersion } from "../../app/form/NewerVersion.tsx";
import { Panel } from "../../components/panel/Panel.tsx";
import { Answered } from "./Answered.tsx";
import gallery from "./Gallery.module.css";

const nothing = () => {};

const formStates: readonly { title: string; failure?: string; isBack?: boolean; wrong?: boolean; saving?: boolean }[] =
  [
    { title: "A form" },
    { title: "Wrong fields", wrong: true },
    { title: "Not saved", failure: "The server could not answer. Try again." },
    { title: "After the session ended", isBack: true },
    { title: "Saving", saving: true },
  ];
function Fields({ wrong }: { wrong?: boolean }): ReactNode {
  return (
    <div className={classes.pair}>
      <TextInput label="Name" defaultValue={wrong ? "" : "101"} error={wrong && "Give a name."} />
      <TextInput
        label="Bedrooms"
        description={!wrong && "0 is a studio"}
        inputWrapperOrder={["label", "input", "description", "error"]}
        defaultValue={wrong ? "21" : "2"}
        error={wrong && "Give a whole number from 0 (a studio) to 20."}
      />
    </div>
  );
}

function useSampleEntry(of: { failure?: string; isBack?: boolean; saving?: boolean }) {
  return {
    formId: useId(),
    submit: (event: { preventDefault(): void }) => event.preventDefault(),
    isSaving: of.saving ?? false,
    failure: of.failure ?? null,
    isBack: of.isBack ?? false,
  };
}

function FormPanel({ title, of, children }: { title: string; of: (typeof formStates)[number]; children?: ReactNode }) {
  const entry = useSampleEntry(of);
  return (
    <Panel title={title}>
      <EntryForm
        entry={{ ...entry, meanwhile: children }}
        foot={
          <div>
            <Button type="submit" loading={entry.isSaving}>
              Save
            </Button>
          </div>
        }
      >
        <Fields wrong={of.wrong} />
      </EntryForm>
    </Panel>
  );
}

/** Forms with all their messages, and the dialogs that contain or follow them. */
export function Forms(): ReactNode {
  return (
    <>
      <div className={gallery.halves}>
        {formStates.map((of) => (
          <FormPanel key={of.title} title={of.title} of={of} />
        ))}
        <FormPanel title="Changed by somebody else" of={{ title: "Changed by somebody else" }}>
          <NewerVersion
            fields={[
              { name: "Name", theirs: "102", isOurs: true },
              { name: "Bedrooms", theirs: "", isOurs: false },
            ]}
            onLoad={nothing}
          />
        </FormPanel>
      </div>
      <Answered fill={nothing}>
        <Dialogs />
      </Answered>
    </>
  );
}

type Shown = "entry" | "removal" | "harmless" | "impossible" | "failing";
const shown: readonly { dialog: Shown; label: string }[] = [
  { dialog: "entry", label: "A form in a dialog" },
  { dialog: "removal", label: "Takes something away" },
  { dialog: "harmless", label: "Takes nothing away" },
  { dialog: "impossible", label: "Cannot be done" },
  { dialog: "failing", label: "Fails" },
];

function Dialogs(): ReactNode {
  const [open, setOpen] = useState<Shown>();
  const entry = useSampleEntry({});
  const close = () => setOpen(undefined);
  const confirm = { onClose: close, onDone: close, write: () => Promise.resolve() };
  return (
    <div className={gallery.badges}>
      {shown.map(({ dialog, label }) => (
        <Button key={dialog} variant="default" onClick={() => setOpen(dialog)}>
          {label}
        </Button>
      ))}
      <EntryDialog
        opened={open === "entry"}
        onClose={close}
        title="Unit 101"
        entry={entry}
        save="Save"
        secondaryActions={
          <Button variant="subtle" className={classes.dangerous}>
            Remove
          </Button>
        }
      >
        <Fields />
      </EntryDialog>
      <ConfirmDialog {...confirm} opened={open === "removal"} title="Remove unit 101?" action="Remove">
        <p>It goes from the inventory. What its meters sent stays on record.</p>
      </ConfirmDialog>
      <ConfirmDialog {...confirm} opened={open === "harmless"} title="Restore Cedar Court?" action="Restore" harmless>
        <p>It is on every screen again, with all of its history.</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...confirm}
        opened={open === "impossible"}
        title="Remove building A?"
        action="Remove"
        impossible={<p>It has 12 units. Remove those first.</p>}
      >
        {null}
      </ConfirmDialog>
      <ConfirmDialog
        {...confirm}
        opened={open === "failing"}
        title="Revoke the key Billing?"
        action="Revoke"
        write={() => Promise.reject(new Error("The gallery has no server."))}
      >
        <p>Programs that use it are answered nothing from now on.</p>
      </ConfirmDialog>
    </div>
  );
}
