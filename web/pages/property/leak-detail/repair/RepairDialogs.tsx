import { lazy, type ReactNode, Suspense, useState } from "react";
import type { DetailView } from "../view/detail-view.ts";
import type { Why } from "../view/use-why.ts";
import { canBeRepaired } from "./repair-text.ts";
import { emptyForm } from "./repaired-form.ts";

const MarkRepaired = lazy(() => import("./MarkRepaired.tsx"));
const TakeBack = lazy(() => import("./TakeBack.tsx"));

interface Props {
  view: DetailView;
  why: Why;
  /** Called after a repair was saved or undone and the leaks were refetched. */
  onDone(): void;
}

/** The dialogs about a repair; the URL has the open one. Typed values are kept until they are sent. */
export function RepairDialogs({ view, why, onDone }: Props): ReactNode {
  const { leak, time_zone: zone } = why;
  const [form, setForm] = useState(() => emptyForm(leak, zone, Date.now()));
  const close = () => view.setLeak({ dialog: undefined }, true);
  const done = () => {
    close();
    onDone();
  };
  const marks = view.dialog === "mark-repaired" && canBeRepaired(leak);
  const takesBack = view.dialog === "take-back" && leak.repair !== null;
  // Once opened they stay, to give the focus back where it was.
  const [wanted, setWanted] = useState({ marks, takesBack });
  if ((marks && !wanted.marks) || (takesBack && !wanted.takesBack)) {
    setWanted({ marks: marks || wanted.marks, takesBack: takesBack || wanted.takesBack });
  }
  return (
    <Suspense fallback={null}>
      {wanted.marks && (
        <MarkRepaired
          opened={marks}
          onClose={close}
          onDone={done}
          leak={leak}
          zone={zone}
          form={form}
          onChange={setForm}
        />
      )}
      {wanted.takesBack && <TakeBack opened={takesBack} onClose={close} onDone={done} leak={leak} zone={zone} />}
    </Suspense>
  );
}
