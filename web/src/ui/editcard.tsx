// What Build says of the position, and of the move that comes next.
import type { RefObject } from "preact";
import * as rep from "../state/rep";
import * as drafts from "../state/storage";
import { Notes } from "./notes";
import { t } from "../texts";

// An annotation whose move was not made yet.
export function draft(name: string): string {
  const { of, text } = drafts.noted<{ of: string; text: string }>("next");
  return of === name && typeof text === "string" ? text : "";
}

export function EditCard({ note }: { note: RefObject<HTMLTextAreaElement> }) {
  const { name } = rep.open.value!;
  return (
    <>
      <Notes build={true} />
      <label class="nextnote">
        {t("Annotation of the next move")}
        <textarea
          ref={note}
          rows={2}
          defaultValue={draft(name)}
          onInput={(e) => drafts.note("next", { of: name, text: e.currentTarget.value })}
        />
      </label>
    </>
  );
}
